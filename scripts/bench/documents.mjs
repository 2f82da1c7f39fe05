// Documents to be cut into chunks: Markdown in English and in Japanese, made from their number alone, or the files of a folder.
import { readFileSync } from 'node:fs'
import { dice, pick, words } from './words.mjs'

const japanese = [
  '検索エンジンは候補となる文書を返します',
  '申請書は三営業日以内に承認されます',
  '担当者が不在の場合は代理人へ連絡してください',
  'データは毎晩バックアップされ、九十日間保存されます',
  '新しいサーバーへの移行は来月の予定です',
  '出張の費用は上限を超えないこと',
  '詳しくは社内の手引きを参照',
  '顧客からの問い合わせには必ず番号を付けます',
]

const english = (roll) => {
  const text = Array.from({ length: 6 + roll(16) }, () => pick(roll, words)).join(' ')
  return `${text[0].toUpperCase()}${text.slice(1)}${roll(12) === 0 ? ' (e.g. version 3.2)' : ''}. `
}
const languages = {
  english: { sentence: english, title: (roll) => `${pick(roll, words)} and ${pick(roll, words)}` },
  japanese: { sentence: (roll) => `${pick(roll, japanese)}。`, title: (roll) => pick(roll, japanese).slice(0, 8) },
}

/** A block of Markdown: mostly paragraphs, some headings, lists, fences, tables. */
function block(roll, { sentence, title }) {
  const kind = roll(20)
  if (kind < 3) return `${'#'.repeat(1 + roll(3))} ${title(roll)}`
  if (kind < 5) return Array.from({ length: 2 + roll(6) }, () => `- ${sentence(roll).trim()}`).join('\n')
  if (kind === 5)
    return `\`\`\`sh\n${Array.from({ length: 2 + roll(8) }, () => `# ${title(roll)}\nrun --all`).join('\n')}\n\`\`\``
  if (kind === 6)
    return `| a | b |\n|---|---|\n${Array.from({ length: 2 + roll(6) }, () => `| ${title(roll)} | 1 |`).join('\n')}`
  return Array.from({ length: 1 + roll(7) }, () => sentence(roll))
    .join('')
    .trim()
}

/** Document `i` as an NDJSON line, of about `bytes` bytes of text. */
export function made(language, i, bytes = 4000 + dice(~i)(16000)) {
  const roll = dice(i)
  const blocks = []
  for (let size = 0; size < bytes; ) {
    const text = block(roll, languages[language])
    blocks.push(text)
    size += Buffer.byteLength(text) + 2
  }
  return JSON.stringify({ doc_id: `handbook/${language}/${i}.md`, text: `${blocks.join('\n\n')}\n` })
}

/** A function that gives document `i` of an NDJSON file (`id` or `doc_id`, `text`), over and over, each time by another id. */
export function repeated(file) {
  const documents = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return (i) => {
    const { doc_id, id = doc_id, text } = documents[i % documents.length]
    return JSON.stringify({ doc_id: `${Math.floor(i / documents.length)}/${id}`, text })
  }
}
