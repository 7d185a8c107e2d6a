import { to } from '../data/paths.ts'
import { useText } from '../i18n/text.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

export const NotFound = () => {
  const t = useText()
  return (
    <>
      <PageHeader title={t('app.notFoundTitle')} />
      <EmptyState icon="search" title="404" text={t('app.notFoundText')} actions={<LinkButton filled to={to.today()}>{t('app.toToday')}</LinkButton>} />
    </>
  )
}
