// Asks a service over HTTP, at an address that a flag named. The only file that opens a connection.
import { outside } from '../record/fault.js'

export interface Question {
  /** JSON. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
}

const LARGEST = 1 << 20

/** Posts JSON and returns the answer's text. Throws a `Fault` (exit 5) without anything that was sent or received. */
export async function ask(url: string, { body, headers, seconds }: Question): Promise<string> {
  let reply: Response
  try {
    reply = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(seconds * 1000),
      redirect: 'error',
    })
    if (!reply.ok) throw outside(`it answered with status ${reply.status}`)
    const text = await reply.text()
    if (text.length > LARGEST) throw outside('its answer is longer than 1 MiB')
    return text
  } catch (error) {
    if (error instanceof Error && error.name === 'Fault') throw error
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    throw outside(timedOut ? `no answer in ${seconds} seconds` : 'it cannot be reached')
  }
}
