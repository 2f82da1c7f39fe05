// The canonical fields of a record, and how else they are spelt.
import { Path } from './path.js'

/** Canonical fields that have other common spellings, tried in this order. */
export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  query_id: ['query_id', 'qid'],
  query: ['query'],
  chunk_id: ['chunk_id', 'id', '_id'],
  doc_id: ['doc_id'],
  text: ['text', 'content', 'page_content', 'pageContent'],
  title: ['title'],
  score: ['score', '_score', '@search.score'],
  rank: ['rank'],
  library_id: ['library_id'],
  run: ['run'],
  sensitivity: ['sensitivity'],
  source_locator: ['source_locator'],
  para_start: ['para_start'],
  para_end: ['para_end'],
  start: ['start'],
  end: ['end'],
  byte_start: ['byte_start'],
  byte_end: ['byte_end'],
  seq: ['seq'],
  heading: ['heading'],
  heading_path: ['heading_path'],
  parent_id: ['parent_id'],
  parent_locator: ['parent_locator'],
  parent_chunks: ['parent_chunks'],
  window_text: ['window_text'],
  prompt_text: ['prompt_text'],
}

/** The path of a field as everybody names it: a canonical one by any of its spellings, every other as it is written. */
export const usualPath = (field: string): Path =>
  Object.hasOwn(SPELLINGS, field) ? Path.anyOf(field, SPELLINGS[field] as readonly string[]) : Path.of(field)
