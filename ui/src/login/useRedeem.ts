import { useState, type SubmitEvent } from 'react'
import type { SignedIn, TicketDetails } from '@hearth/contracts/login'
import { passwordProblem } from '@hearth/contracts/user'
import { post } from '../data/http/post.ts'
import { problemCode } from '../data/http/problems.ts'
import { useText, type Text } from '../i18n/text.ts'
import { useAsk } from '../sign-in-card/useAsk.ts'
import { useFinish } from './useFinish.ts'

const FIELDS = ['email', 'displayName', 'password', 'currentPassword', 'code'] as const
type Need = TicketDetails['needs'][number]
type Texts = Partial<Record<Need, string>>

/** What the person typed, without the spaces around it; a password keeps them. */
const readField = (form: FormData, need: Need) => {
  const typed = String(form.get(need) ?? '')
  return need === 'password' || need === 'currentPassword' ? typed : typed.trim()
}

/** What is wrong, by field. */
const findProblems = (given: Texts, t: Text): Texts => {
  const { password = '', displayName = '', email = '' } = given
  const problems: Texts = Object.fromEntries(
    Object.entries(given)
      .filter(([, text]) => text === '')
      .map(([need]) => [need, t('login.missing')]),
  )
  const weak = password === '' ? undefined : passwordProblem(password, [displayName, email])
  return weak === undefined ? problems : { ...problems, password: t('login.ticket.weak', { why: weak }) }
}

/** Sends what the link requires together with its token. The server may then require a code as well. */
export const useRedeem = (token: string, ticket: TicketDetails) => {
  const t = useText()
  const finish = useFinish()
  const { ask, ...attempt } = useAsk()
  const [codeAsked, setCodeAsked] = useState(false)
  const [problems, setProblems] = useState<Texts>({})
  const needs = (need: Need) => ticket.needs.includes(need) || (need === 'code' && codeAsked)

  const redeem = async (given: Texts) => {
    try {
      await finish(await post<SignedIn>('/api/login/ticket', { token, ...given }, { rotates: true }))
    } catch (failure) {
      if (problemCode(failure) !== 'TOTP_REQUIRED' || given.code !== undefined) throw failure
      setCodeAsked(true)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given: Texts = Object.fromEntries(FIELDS.filter(needs).map((need) => [need, readField(form, need)]))
    const found = findProblems(given, t)
    setProblems(found)
    if (Object.keys(found).length === 0) void ask(() => redeem(given))
  }
  return { ...attempt, needs, codeAsked, problems, submit }
}
