import type { ImpersonationScope } from '@hearth/contracts/kernel/access'
import { restartAt } from '../session/authProvider.ts'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'

/** The first page that these scopes allow. */
const landingPath = (scopes: readonly ImpersonationScope[]) => {
  const has = (scope: ImpersonationScope) => scopes.includes(scope) || scopes.includes('all')
  return has('bookings')
    ? to.today()
    : has('calendar')
      ? to.calendar()
      : has('onboarding')
        ? to.listings()
        : to.account()
}

/** From now, this browser shows what the host sees. */
export const startImpersonation = async (id: string, scopes: readonly ImpersonationScope[]) => {
  await post(`/api/impersonations/${encodeURIComponent(id)}/start`, {}, { rotates: true })
  restartAt(landingPath(scopes))
}

/** The session belongs to the member of staff again. */
export const endImpersonation = async () => {
  await post('/api/impersonation/end', {}, { rotates: true })
  restartAt(to.impersonate())
}
