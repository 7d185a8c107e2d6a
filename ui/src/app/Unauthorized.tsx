import { useLocation } from 'react-router-dom'
import { useSession } from '../access/session.ts'
import { to } from '../data/paths.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

const Unauthorized = () => {
  const t = useText()
  const session = useSession()
  const { state } = useLocation()
  const needed: unknown = state !== null && typeof state === 'object' && 'capability' in state ? state.capability : undefined
  return (
    <>
      <PageHeader title={t('app.unauthorizedTitle')} />
      <Card><EmptyState
        icon="lock"
        title={t('app.unauthorizedHint')}
        text={session && t('app.unauthorizedText', { name: session.user.name, role: t(`app.roles.${session.role}`) })}
        caption={typeof needed === 'string' ? `403, ${t('app.needs', { capability: needed })}` : '403'}
        actions={<LinkButton filled to={to.today()}>{t('app.toToday')}</LinkButton>}
      /></Card>
    </>
  )
}
export default Unauthorized
