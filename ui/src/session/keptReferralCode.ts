const KEY = 'hearth.referral-code'
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

/** Keeps the code of an invitation in this browser, until the person who opened its link has an account. */
export const keepReferralCode = (code: string): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ code: code.slice(0, 40), at: Date.now() }))
  } catch {
    // Without storage the person enters the code.
  }
}

/** The code that was kept lately; null where there is none. */
export const readReferralCode = (): string | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('code' in kept) || !('at' in kept)) return null
    const { code, at } = kept
    const isFresh = typeof at === 'number' && Date.now() - at < KEPT_DAYS * DAY_MS
    return isFresh && typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

export const forgetReferralCode = (): void => {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
