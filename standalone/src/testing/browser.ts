import { fetchPatiently } from '@hearth/platform/testing/fetchPatiently'

// A busy machine answers so, the identity provider's first start included, which takes longer than sign-in
// waits for it.
const TRY_AGAIN = ['OVERLOADED', 'DEPENDENCY_UNAVAILABLE']

/** A browser as far as cookies and redirects go, of a person who tries again when asked to. */
export const openBrowser = () => {
  const cookies = new Map<string, string>()
  const visit = async (url: string | URL, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...init.headers, cookie }
    const answer = await fetchPatiently(url, { ...init, redirect: 'manual', headers }, TRY_AGAIN)
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }
  /** Follows redirects until a page or until the way leads back to the console. */
  const follow = async (
    url: string | URL,
    init?: RequestInit,
  ): Promise<Readonly<{ at: URL; answer: Response }>> => {
    let at = new URL(url)
    let answer = await visit(at, init)
    for (
      let location = answer.headers.get('location');
      location !== null;
      location = answer.headers.get('location')
    ) {
      at = new URL(location, at)
      if (at.pathname === '/login/auth') break
      answer = await visit(at)
    }
    return { at, answer }
  }
  return { visit, follow, cookies }
}
