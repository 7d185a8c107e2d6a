/** The newest log position this tab caused or saw, so that reads never show less (`X-Min-Position`). */
const KEY = 'hearth.position'
/** After this time the read side has passed the position, or it belongs to a system that was reinstalled. */
const LIFETIME_MS = 10 * 60_000

type Stored = { commit: string; at: number }

const read = (): Stored | null => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return stored !== null && typeof stored === 'object' && 'commit' in stored && 'at' in stored
      ? { commit: String(stored.commit), at: Number(stored.at) }
      : null
  } catch {
    return null
  }
}

let newest: Stored | null = read()

const commitOf = (position: string) => /^c0\.(\d{1,20})$/.exec(position)?.[1] ?? null

/** Takes `c0.<commit>`; anything else, and anything older, is left aside. */
export const raisePosition = (position: string | null | undefined) => {
  const commit = position ? commitOf(position) : null
  if (commit === null || (newest !== null && BigInt(newest.commit) >= BigInt(commit))) return
  newest = { commit, at: Date.now() }
  sessionStorage.setItem(KEY, JSON.stringify(newest))
}

export const minPosition = (): string | null =>
  newest !== null && Date.now() - newest.at < LIFETIME_MS ? `c0.${newest.commit}` : null

/** For another session or account. */
export const forgetPosition = () => {
  newest = null
  sessionStorage.removeItem(KEY)
}
