/**
 * The newest log position that this tab caused or saw, so that reads never show an older state (`X-Min-
 * Position`).
 */
const KEY = 'hearth.position'
/**
 * After this time the read side has passed the position, or the position is from a system that was
 * reinstalled.
 */
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

const parseCommit = (position: string) => /^c0\.(\d{1,20})$/.exec(position)?.[1] ?? null

/** Takes `c0.<commit>` if it is newer; ignores anything else. */
export const raisePosition = (position: string | null | undefined) => {
  const commit = position ? parseCommit(position) : null
  if (commit === null || (newest !== null && BigInt(newest.commit) >= BigInt(commit))) return
  newest = { commit, at: Date.now() }
  sessionStorage.setItem(KEY, JSON.stringify(newest))
}

export const minPosition = (): string | null =>
  newest !== null && Date.now() - newest.at < LIFETIME_MS ? `c0.${newest.commit}` : null

/** Forgets the position when the session or account changes. */
export const forgetPosition = () => {
  newest = null
  sessionStorage.removeItem(KEY)
}
