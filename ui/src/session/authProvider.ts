import type { AuthProvider } from 'react-admin'
import type { Capability } from '@hearth/contracts/kernel/access'
import { forgetPosition } from '../data/http/consistency.ts'
import { post } from '../data/http/post.ts'
import { forgetPatches } from '../data/records/pendingPatches.ts'
import { to } from '../navigation/paths.ts'
import { statusOf } from '../data/http/problems.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { allows, knownSession, loadSession } from './session.ts'
import { announceSessionChange } from './sessionChannel.ts'

const forgetSession = () => {
  forgetPosition()
  forgetPatches()
  queryClient.clear()
}

const signedOut = () => Object.assign(new Error('signed out'), { message: false })

/** Ends the session on the server. */
export const endSession = async () => {
  try {
    await post('/api/logout', {})
  } catch (error) {
    // A session that has ended already is signed out; any other error is shown.
    if (statusOf(error) !== 401) throw error
  }
  forgetSession()
  announceSessionChange()
}

export const authProvider: AuthProvider = {
  /** After the server has opened the session, whichever way it was asked. */
  login: async () => {
    forgetSession()
    announceSessionChange()
    await loadSession()
  },
  logout: async () => {
    const session = knownSession()
    // Half signed in: react-admin sends everybody who may not enter through here, and the second step is
    // still to come.
    if (session?.secondFactor) return to.login()
    if (session) await endSession()
    forgetSession()
    return to.login()
  },
  checkAuth: async () => {
    const session = await loadSession().catch((error: unknown) => {
      // Only a plain 401 means signed out: an unreachable server must not throw people out of the page. The
      // sign-in page says enough.
      if (statusOf(error) === 401) throw signedOut()
    })
    if (session?.secondFactor) throw signedOut()
  },
  checkError: async (error: unknown) => {
    if (statusOf(error) !== 401) return
    queryClient.removeQueries({ queryKey: ['session'] })
    throw error
  },
  getIdentity: async () => {
    const { user } = await loadSession()
    return { id: user.id, fullName: user.name }
  },
  // Asked for on the pages of sign-in, too, where a refusal would send people away from them.
  getPermissions: async () => (await loadSession().catch(() => undefined))?.capabilities ?? [],
  canAccess: async ({ resource }) => allows(await loadSession(), resource as Capability),
}

/** The session changed: every screen and tab reloads, this one at `next`. */
export const restartAt = (next: string) => {
  forgetSession()
  announceSessionChange()
  location.assign(next)
}

/** Acts for another account from now on. */
export const switchAccount = async (accountId: string) => {
  await post('/api/session/switch-account', { hostAccountId: accountId }, { rotates: true })
  restartAt(to.today())
}
