import type { AuthProvider } from 'react-admin'
import type { Capability } from '@hearth/contracts/kernel/access'
import { forgetPosition } from '../data/consistency.ts'
import { request } from '../data/http.ts'
import { forgetPatches } from '../data/pendingPatches.ts'
import { to } from '../data/paths.ts'
import { statusOf } from '../data/problems.ts'
import { queryClient } from '../data/queryClient.ts'
import { allows, isSignedIn, loadSession } from './session.ts'
import { announceSessionChange } from './sessionChannel.ts'

const post = (path: string, body: unknown) => request(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Idempotency-Key': crypto.randomUUID() } })

const startAnew = () => {
  forgetPosition()
  forgetPatches()
  queryClient.clear()
}

export const authProvider: AuthProvider = {
  login: async ({ email, password }: { email: string; password: string }) => {
    await post('/api/login', { email, password })
    startAnew()
    announceSessionChange()
    await loadSession()
  },
  logout: async () => {
    if (isSignedIn()) {
      try {
        await post('/api/logout', {})
      } catch (error) {
        // A session that is gone already is signed out; anything else is told.
        if (statusOf(error) !== 401) throw error
      }
      announceSessionChange()
    }
    startAnew()
    return to.login()
  },
  checkAuth: async () => void (await loadSession().catch((error: unknown) => {
    // Only a plain 401 means signed out: an unreachable server must not throw people out of the page. The sign-in page says enough.
    if (statusOf(error) === 401) throw Object.assign(new Error('signed out'), { message: false })
  })),
  checkError: async (error: unknown) => {
    if (statusOf(error) !== 401) return
    queryClient.removeQueries({ queryKey: ['session'] })
    throw error
  },
  getIdentity: async () => {
    const { user } = await loadSession()
    return { id: user.id, fullName: user.name }
  },
  getPermissions: async () => (await loadSession()).capabilities,
  canAccess: async ({ resource }) => allows(await loadSession(), resource as Capability),
}

/** Acts for another account from now on; every screen starts anew. */
export const switchAccount = async (accountId: string) => {
  await post('/api/session/switch-account', { hostAccountId: accountId })
  startAnew()
  announceSessionChange()
  location.assign(to.today())
}
