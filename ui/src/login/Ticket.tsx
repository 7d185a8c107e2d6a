import { useState, type SubmitEvent } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { SignedIn, TicketDetails } from '@hearth/contracts/login'
import { MIN_PASSWORD, passwordProblem } from '@hearth/contracts/user'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { problemCode } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { CodeField } from '../components/form/CodeField.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Field } from '../components/form/Field.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { browserZone, formatInstant, todayIn, wallClock } from '../components/dates/localDate.ts'
import { PasswordField } from '../components/form/PasswordField.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { Actions, CardLink, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { useAsk } from '../sign-in-card/useAsk.ts'
import { useFinish } from './useFinish.ts'

type Need = TicketDetails['needs'][number]
const ENDED = ['TICKET_EXPIRED', 'TICKET_USED', 'TICKET_INVALID'] as const
type Ended = (typeof ENDED)[number] | 'missing'
const endOf = (error: unknown) => ENDED.find((code) => code === problemCode(error))

/** A link that no longer works: why, and how to get another one. */
export const EndedTicket = ({ why }: { why: Ended }) => {
  const t = useText()
  return (
    <SignInCard
      title={t(`login.ticket.${why}.title`)}
      text={t(`login.ticket.${why}.text`)}
      footer={<CardLink to={to.login()}>{t('login.back')}</CardLink>}
    >
      <Actions>
        <LinkButton filled to={to.loginByLink()}>
          {t('login.ticket.newLink')}
        </LinkButton>
        <LinkButton to={to.forgotPassword()}>{t('login.ticket.newPasswordLink')}</LinkButton>
      </Actions>
    </SignInCard>
  )
}

const useUntil = () => {
  const t = useText()
  return (instant: string) => {
    const zone = browserZone()
    const { date, time } = wallClock(instant, zone)
    return date === todayIn(zone)
      ? t('login.ticket.untilToday', { time })
      : t('login.ticket.until', { instant: formatInstant(instant, zone) })
  }
}

/** What is sent with the token. */
const Redeem = ({ token, ticket }: { token: string; ticket: TicketDetails }) => {
  const t = useText()
  const finish = useFinish()
  const until = useUntil()
  const { pending, error, wait, ask } = useAsk()
  const [codeAsked, setCodeAsked] = useState(false)
  const [problems, setProblems] = useState<Partial<Record<Need, string>>>({})
  const needs = (need: Need) => ticket.needs.includes(need) || (need === 'code' && codeAsked)
  // Where the email address is required, a wrong one is refused with the same words as an unknown link.
  const otherAddress = ticket.needs.includes('email') && problemCode(error) === 'TICKET_INVALID'
  const ended = endOf(error)
  if (ended && !otherAddress) return <EndedTicket why={ended} />

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = Object.fromEntries(
      (['email', 'displayName', 'password', 'currentPassword', 'code'] as const)
        .filter(needs)
        .map((need) => [
          need,
          need === 'password' || need === 'currentPassword'
            ? String(form.get(need) ?? '')
            : String(form.get(need) ?? '').trim(),
        ]),
    ) as Partial<Record<Need, string>>
    const found: typeof problems = Object.fromEntries(
      Object.entries(given)
        .filter(([, text]) => text === '')
        .map(([need]) => [need, t('login.missing')]),
    )
    const weak =
      given.password === undefined || given.password === ''
        ? undefined
        : passwordProblem(given.password, [given.displayName ?? '', given.email ?? ''])
    if (weak !== undefined) found.password = t('login.ticket.weak', { why: weak })
    setProblems(found)
    if (Object.keys(found).length > 0) return
    void ask(async () => {
      try {
        await finish(await post<SignedIn>('/api/login/ticket', { token, ...given }, { rotates: true }))
      } catch (failure) {
        if (problemCode(failure) !== 'TOTP_REQUIRED' || given.code !== undefined) throw failure
        setCodeAsked(true)
      }
    })
  }

  const { purpose, email, about } = ticket
  const title =
    purpose === 'invitation'
      ? about === null
        ? t('login.ticket.invitation.noName')
        : t('login.ticket.invitation.title', { about })
      : t(`login.ticket.${purpose}.title`)
  const button =
    purpose === 'email_login' || purpose === 'mobile_handoff'
      ? t('login.ticket.continueAs', { email })
      : t(`login.ticket.${purpose}.submit`, { email })
  return (
    <SignInCard
      title={title}
      text={t(`login.ticket.${purpose}.text`, { email })}
      footer={<CardLink to={to.login()}>{t('login.back')}</CardLink>}
    >
      <form onSubmit={submit} noValidate>
        {needs('email') && (
          <Field label={t('login.ticket.email')} help={t('login.ticket.emailHelp')} error={problems.email}>
            {(field) => (
              <OutlinedInput
                {...field}
                name="email"
                type="email"
                autoComplete="username"
                required
                inputProps={{ maxLength: 254, autoCapitalize: 'none', spellCheck: false }}
              />
            )}
          </Field>
        )}
        {needs('displayName') && (
          <Field
            label={t('login.ticket.displayName')}
            help={t('login.ticket.displayNameHelp')}
            error={problems.displayName}
          >
            {(field) => (
              <OutlinedInput
                {...field}
                name="displayName"
                autoComplete="name"
                required
                inputProps={{ maxLength: 80 }}
              />
            )}
          </Field>
        )}
        {needs('password') && (
          <PasswordField
            label={t('login.ticket.newPassword')}
            kind="new-password"
            help={t('login.ticket.passwordHelp', { count: MIN_PASSWORD })}
            error={problems.password}
          />
        )}
        {needs('currentPassword') && (
          <PasswordField
            label={t('login.password')}
            name="currentPassword"
            kind="current-password"
            error={problems.currentPassword}
          />
        )}
        {needs('code') && <CodeField error={problems.code} focused={codeAsked} />}
        {otherAddress ? (
          <p role="alert" className="bad-ink">
            {t('login.ticket.wrongEmail')}
          </p>
        ) : (
          <LoginProblem
            error={error}
            wait={wait}
            wrong={
              needs('currentPassword') && !codeAsked
                ? 'login.proof.wrongPassword'
                : needs('code')
                  ? 'login.wrongCode'
                  : 'problems.VALIDATION_FAILED'
            }
          />
        )}
        <Button type="submit" variant="contained" color="primary" loading={pending} disabled={wait > 0}>
          <span className="clip">{button}</span>
        </Button>
        <p className="cap c num">{until(ticket.expiresAt)}</p>
      </form>
    </SignInCard>
  )
}

/**
 * Reads a link without redeeming it. Only the button redeems it, so that software which prefetches links does
 * not.
 */
export const Ticket = ({ token }: { token: string }) => {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['login', 'ticket', token],
    queryFn: () => post<TicketDetails>('/api/login/ticket/look', { token }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (data) return <Redeem token={token} ticket={data} />
  const ended = endOf(error) ?? (problemCode(error) === 'VALIDATION_FAILED' ? 'TICKET_INVALID' : undefined)
  if (ended) return <EndedTicket why={ended} />
  return (
    <SignInCard
      title={t('login.ticket.looking')}
      footer={<CardLink to={to.login()}>{t('login.back')}</CardLink>}
    >
      {error ? (
        <ErrorState title={t('login.callback.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={40} />
      )}
    </SignInCard>
  )
}
