import { to } from '../navigation/paths.ts'
import { problemCode } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { Actions, CardLink, SignInCard } from '../sign-in-card/SignInCard.tsx'

const ENDED = ['TICKET_EXPIRED', 'TICKET_USED', 'TICKET_INVALID'] as const
type Ended = (typeof ENDED)[number] | 'missing'

/** Why the link no longer works; undefined for every other error. */
export const findTicketEnd = (error: unknown) => ENDED.find((code) => code === problemCode(error))

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
