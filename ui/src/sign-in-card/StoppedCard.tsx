import { LinkButton } from '../components/action/LinkButton.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { Actions, CardLink, SignInCard } from './SignInCard.tsx'
import '../i18n/lazy/login.ts'

/** Shown once something alarming is stopped, or over: what happened, and a new password as the next step. */
export const StoppedCard = ({ title, text }: { title: string; text: string }) => {
  const t = useText()
  return (
    <SignInCard title={title} text={text} footer={<CardLink to={to.login()}>{t('login.back')}</CardLink>}>
      <Actions>
        <LinkButton filled to={to.forgotPassword()}>
          {t('login.ticket.newPasswordLink')}
        </LinkButton>
      </Actions>
    </SignInCard>
  )
}
