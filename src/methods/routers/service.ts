// An OpenAI-compatible chat completions endpoint, as a router asks it: one question, at temperature 0, one answer.
import { outside, usage } from '../../record/fault.js'
import type { Ask } from './router.js'

/** Posts JSON and returns the answer's text; see `World.ask`. */
type Post = (
  url: string,
  question: { readonly body: string; readonly headers: Readonly<Record<string, string>>; readonly seconds: number },
) => Promise<string>

const SECONDS = 30

/** Throws a usage fault for what is no address. */
export function service(post: Post, address: string, model: string | undefined, key: string | undefined): Ask {
  const url = addressOf(address)
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return async (instruction, question) => {
    const messages = [
      { role: 'system', content: instruction },
      { role: 'user', content: question },
    ]
    const body = JSON.stringify({ ...(model === undefined ? {} : { model }), temperature: 0, messages })
    return answerOf(await post(url, { body, headers, seconds: SECONDS }))
  }
}

/** A base address gets the path of the endpoint. */
function addressOf(address: string): string {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw usage(`--router-url ${address}: expected an address that begins with http:// or https://`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw usage(`--router-url ${address}: expected an address that begins with http:// or https://`)
  if (!url.pathname.endsWith('/chat/completions')) url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`
  return url.href
}

function answerOf(text: string): string {
  let reply: unknown
  try {
    reply = JSON.parse(text)
  } catch {
    throw outside('its answer is not JSON')
  }
  const content = (reply as { choices?: { message?: { content?: unknown } }[] } | null)?.choices?.[0]?.message?.content
  if (typeof content !== 'string') throw outside('its answer has no message')
  return content
}
