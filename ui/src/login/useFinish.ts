import { useLogin, useNotify } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SignedIn } from '@hearth/contracts/login'
import { to } from '../navigation/paths.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { useText } from '../i18n/text.ts'
import { nameOfProvider } from './useProviders.ts'

/** What a page passes on when it redirects to sign-in. */
export type LoginState = Readonly<{
  /** Set by react-admin. */
  nextPathname?: string
  nextSearch?: string
  /** A provider that is to be linked with the account that is signed in to. */
  linking?: Readonly<{ provider: string; email: string }>
}>
export const useLoginState = (): LoginState => (useLocation().state ?? {}) as LoginState

/** Where to go once signed in: the page that was asked for. */
export const useGoal = () => {
  const { nextPathname, nextSearch = '' } = useLoginState()
  return nextPathname === undefined ? to.today() : `${nextPathname}${nextSearch}`
}

/** Enters the console with the session that an answer opened, or goes where its second step is asked for. */
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
    // Asked before: what is said later than the step into the console is not heard there.
    const name = linked === null ? null : await nameOfProvider(linked)
    await login({}, redirect ?? goal)
    if (name !== null) notify(t('login.callback.linked', { name }), { type: 'success' })
  }
}
