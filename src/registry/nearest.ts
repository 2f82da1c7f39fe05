// The name a person most likely meant.

/** The candidate with the smallest edit distance, if that is at most a third of the name's length (and at least 1). */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor(name.length / 3)) + 1
  for (const candidate of candidates) {
    const d = distance(name.toLowerCase(), candidate.toLowerCase())
    if (d < least) {
      least = d
      best = candidate
    }
  }
  return best
}

/** Levenshtein's distance with swaps of neighbours counted as one. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    const above = rows[i - 1] as number[]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let d = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) d = Math.min(d, ((rows[i - 2] as number[])[j - 2] as number) + 1)
      row.push(d)
    }
    rows.push(row)
  }
  return (rows[a.length] as number[])[b.length] as number
}
