import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { keepReferralCode } from '../session/keptReferralCode.ts'
import { useSession } from '../session/session.ts'
import { LinkRequest } from './LinkRequest.tsx'
import { PasswordSignIn } from './PasswordSignIn.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { useGoal } from './useFinish.ts'

/** Keeps the code of a host's link, `/referrals?code=…`, while the person signs in or gets an account. */
const useReferralCode = (goal: string) => {
  const code = goal.startsWith('/referrals?') ? new URLSearchParams(goal.split('?')[1]).get('code') : null
  useEffect(() => {
    if (code !== null) keepReferralCode(code)
  }, [code])
}

/** `/login`: password and code, or another way. A session without its second step is redirected here, too. */
const LoginPage = () => {
  const session = useSession()
  const goal = useGoal()
  const [search] = useSearchParams()
  useReferralCode(goal)
  if (session?.secondFactor) return <SecondFactor needed={session.secondFactor} />
  if (session) return <Navigate to={goal} replace />
  return search.get('with') === 'link' ? <LinkRequest /> : <PasswordSignIn />
}
export default LoginPage
