import { Navigate, useSearchParams } from 'react-router-dom'
import { useSession } from '../session/session.ts'
import { LinkRequest } from './LinkRequest.tsx'
import { PasswordSignIn } from './PasswordSignIn.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { useGoal } from './useFinish.ts'

/** `/login`: password and code, or another way; also where a session that lacks its second step is sent. */
const LoginPage = () => {
  const session = useSession()
  const goal = useGoal()
  const [search] = useSearchParams()
  if (session?.secondFactor) return <SecondFactor needed={session.secondFactor} />
  if (session) return <Navigate to={goal} replace />
  return search.get('with') === 'link' ? <LinkRequest /> : <PasswordSignIn />
}
export default LoginPage
