import { Navigate, useSearchParams } from 'react-router-dom'
import { useSession } from '../session/session.ts'
import { LinkRequest } from './LinkRequest.tsx'
import { PasswordSignIn } from './PasswordSignIn.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { useGoal } from './useFinish.ts'

/** `/login`: password and code, or another way. A session without its second step is redirected here, too. */
const LoginPage = () => {
  const session = useSession()
  const goal = useGoal()
  const [search] = useSearchParams()
  if (session?.secondFactor) return <SecondFactor needed={session.secondFactor} />
  if (session) return <Navigate to={goal} replace />
  return search.get('with') === 'link' ? <LinkRequest /> : <PasswordSignIn />
}
export default LoginPage
