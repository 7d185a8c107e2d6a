import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Icon } from '../components/display/icons.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { useLoginState } from './useFinish.ts'
import { useProviders } from './useProviders.ts'

/** One button for each provider of the installation; it passes on the requested page. */
export const ProviderButtons = () => {
  const t = useText()
  const state = useLoginState()
  const { data = [] } = useProviders()
  return data.map(({ id, name }) => (
    <LinkButton key={id} to={to.loginProvider(id)} state={state}>
      <Icon name="key" />
      {t('login.with', { name })}
    </LinkButton>
  ))
}
