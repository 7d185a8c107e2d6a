import { useLogin, useNotify } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SignedIn } from '@hearth/contracts/login'
import { to } from '../navigation/paths.ts'
import { readReferralCode } from '../session/keptReferralCode.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { useText } from '../i18n/text.ts'
import { nameOfProvider } from './useProviders.ts'

/** The state that a page passes on when it redirects to sign-in. */
export type LoginState = Readonly<{
  /** Set by react-admin. */
  nextPathname?: string
  nextSearch?: string
  /** The provider to link to the account after sign-in. */
  linking?: Readonly<{ provider: string; email: string }>
}>
export const useLoginState = (): LoginState => (useLocation().state ?? {}) as LoginState

/** The page to open after sign-in: the requested one. */
export const useGoal = () => {
  const { nextPathname, nextSearch = '' } = useLoginState()
  return nextPathname === undefined ? to.today() : `${nextPathname}${nextSearch}`
}

/** Enters the console with the session of an answer, or opens the page of its second step. */
export const useFinish = () => {
  const t = useText()
  const login = useLogin()
  const navigate = useNavigate()
  const notify = useNotify()
  const goal = useGoal()

  return async ({
    redirect,
    secondFactor,
    linked,
  }: Pick<SignedIn, 'redirect' | 'secondFactor' | 'linked'>) => {
    const [nextPathname = '/', nextSearch] = (redirect ?? goal).split(/(?=\?)/, 2)
    if (secondFactor !== null) {
      await queryClient.resetQueries({ queryKey: ['session'] })
      return navigate(to.login(), {
        replace: true,
        state: { nextPathname, ...(nextSearch === undefined ? {} : { nextSearch }) } satisfies LoginState,
      })
    }
    // Asked before: screen readers do not announce what follows the navigation.
    const name = linked === null ? null : await nameOfProvider(linked)
    // An invitation to an account leads to the start; who came by a host's link goes on to accept it.
    const start = redirect ?? goal
    await login({}, start === to.today() && readReferralCode() !== null ? to.referrals() : start)
    if (name !== null) notify(t('login.callback.linked', { name }), { type: 'success' })
  }
}
