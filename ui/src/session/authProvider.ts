import type { AuthProvider } from 'react-admin'
import type { Capability } from '@hearth/contracts/kernel/access'
import { forgetCommands } from '../data/commands/waitingCommands.ts'
import { forgetDraftFiles } from '../data/draftFiles.ts'
import { forgetDrafts } from '../data/drafts.ts'
import { forgetPosition } from '../data/http/consistency.ts'
import { post } from '../data/http/post.ts'
import { forgetPatches } from '../data/records/pendingPatches.ts'
import { to } from '../navigation/paths.ts'
import { readStatus } from '../data/http/problems.ts'
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
    if (readStatus(error) !== 401) throw error
  }
  const session = knownSession()
  if (session) {
    forgetCommands(session.user.id)
    forgetDrafts(session.user.id)
    await forgetDraftFiles(session.user.id)
  }
  forgetSession()
  announceSessionChange()
}

export const authProvider: AuthProvider = {
  /** Called once the server has opened the session, by any way of sign-in. */
  login: async () => {
    forgetSession()
    announceSessionChange()
    await loadSession()
  },
  logout: async () => {
    const session = knownSession()
    // A session without its second step: react-admin sends it here from every page, and the second step
    // follows.
    if (session?.secondFactor) return to.login()
    if (session) await endSession()
    forgetSession()
    return to.login()
  },
  checkAuth: async () => {
    const session = await loadSession().catch((error: unknown) => {
      // Only a plain 401 means signed out: an unreachable server must not close the page. The sign-in page
      // explains enough.
      if (readStatus(error) === 401) throw signedOut()
    })
    if (session?.secondFactor) throw signedOut()
  },
  checkError: async (error: unknown) => {
    if (readStatus(error) !== 401) return
    queryClient.removeQueries({ queryKey: ['session'] })
    throw error
  },
  getIdentity: async () => {
    const { user } = await loadSession()
    return { id: user.id, fullName: user.name }
  },
  // Also called on the sign-in pages, where a refusal would redirect people away from them.
  getPermissions: async () => (await loadSession().catch(() => undefined))?.capabilities ?? [],
  canAccess: async ({ resource }) => allows(await loadSession(), resource as Capability),
}

/** The session changed: every screen and tab reloads, this one at `next`. */
export const restartAt = (next: string) => {
  forgetSession()
  announceSessionChange()
  location.assign(next)
}

/** Switches the session to another account. */
export const switchAccount = async (accountId: string) => {
  await post('/api/session/switch-account', { hostAccountId: accountId }, { rotates: true })
  restartAt(to.today())
}
