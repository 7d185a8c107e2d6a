import { Button, OutlinedInput } from '@mui/material'
import type { TicketDetails } from '@hearth/contracts/login'
import { MIN_PASSWORD } from '@hearth/contracts/user'
import { to } from '../navigation/paths.ts'
import { problemCode } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { CodeField } from '../components/form/CodeField.tsx'
import { Field } from '../components/form/Field.tsx'
import { useFormatDeadline } from '../components/dates/useDeadline.ts'
import { PasswordField } from '../components/form/PasswordField.tsx'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { CardLink, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { EndedTicket, findTicketEnd } from './EndedTicket.tsx'
import { useRedeem } from './useRedeem.ts'

type Redeem = ReturnType<typeof useRedeem>

const useUntil = () => {
  const t = useText()
  const format = useFormatDeadline()
  return (instant: string) => t('login.ticket.until', { instant: format(instant) })
}

/** What the card and its button say for the purpose of the link. */
const useTicketTexts = ({ purpose, email, about }: TicketDetails) => {
  const t = useText()
  const title = () => {
    if (purpose !== 'invitation') return t(`login.ticket.${purpose}.title`)
    return about === null
      ? t('login.ticket.invitation.noName')
      : t('login.ticket.invitation.title', { about })
  }
  return {
    title: title(),
    text: t(`login.ticket.${purpose}.text`, { email }),
    submit:
      purpose === 'email_login' || purpose === 'mobile_handoff'
        ? t('login.ticket.continueAs', { email })
        : t(`login.ticket.${purpose}.submit`, { email }),
  }
}

/** The person's email address and name. */
const PersonFields = ({ needs, problems }: Pick<Redeem, 'needs' | 'problems'>) => {
  const t = useText()
  return (
    <>
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
    </>
  )
}

/** The passwords, and the code of an authenticator. */
const ProofFields = ({ needs, problems, codeAsked }: Pick<Redeem, 'needs' | 'problems' | 'codeAsked'>) => {
  const t = useText()
  return (
    <>
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
    </>
  )
}

const findWrongText = ({ needs, codeAsked }: Pick<Redeem, 'needs' | 'codeAsked'>) => {
  if (needs('currentPassword') && !codeAsked) return 'login.proof.wrongPassword'
  return needs('code') ? 'login.wrongCode' : 'problems.VALIDATION_FAILED'
}

/** The form of a link that works: what it requires, and the button that redeems it. */
export const RedeemTicket = ({ token, ticket }: { token: string; ticket: TicketDetails }) => {
  const t = useText()
  const until = useUntil()
  const texts = useTicketTexts(ticket)
  const { pending, error, wait, needs, codeAsked, problems, submit } = useRedeem(token, ticket)
  // Where the email address is required, a wrong one is refused with the same words as an unknown link.
  const otherAddress = ticket.needs.includes('email') && problemCode(error) === 'TICKET_INVALID'
  const ended = findTicketEnd(error)
  if (ended && !otherAddress) return <EndedTicket why={ended} />
  return (
    <SignInCard
      title={texts.title}
      text={texts.text}
      footer={<CardLink to={to.login()}>{t('login.back')}</CardLink>}
    >
      <form onSubmit={submit} noValidate>
        <PersonFields needs={needs} problems={problems} />
        <ProofFields needs={needs} problems={problems} codeAsked={codeAsked} />
        {otherAddress ? (
          <p role="alert" className="bad-ink">
            {t('login.ticket.wrongEmail')}
          </p>
        ) : (
          <LoginProblem error={error} wait={wait} wrong={findWrongText({ needs, codeAsked })} />
        )}
        <Button type="submit" variant="contained" color="primary" loading={pending} disabled={wait > 0}>
          <span className="clip">{texts.submit}</span>
        </Button>
        <p className="cap c num">{until(ticket.expiresAt)}</p>
      </form>
    </SignInCard>
  )
}
