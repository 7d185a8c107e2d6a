import { useText } from '../i18n/text.ts'
import { useFragmentToken } from '../navigation/useFragmentToken.ts'
import { LinkRequest } from './LinkRequest.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { Actions, Divider } from '../sign-in-card/SignInCard.tsx'
import { Ticket } from './Ticket.tsx'
import { useProviders } from './useProviders.ts'
import '../i18n/lazy/login.ts'

/** `/mobile/login`: by a link, or with a session handed over from a computer (`#token=…`). */
const MobileLoginPage = () => {
  const t = useText()
  const token = useFragmentToken()
  const { data: providers = [] } = useProviders()
  if (token !== null) return <Ticket key={token} token={token} />
  return (
    <LinkRequest title={t('app.titles.mobileLogin')} text={t('login.mobile.text')}>
      {providers.length > 0 && (
        <>
          <Divider>{t('login.or')}</Divider>
          <Actions>
            <ProviderButtons />
          </Actions>
        </>
      )}
    </LinkRequest>
  )
}
export default MobileLoginPage
