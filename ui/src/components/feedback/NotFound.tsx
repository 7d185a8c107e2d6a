import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../layout/Card.tsx'
import { EmptyState } from './EmptyState.tsx'
import { LinkButton } from '../action/LinkButton.tsx'
import { PageHeader } from '../layout/PageHeader.tsx'

export const NotFound = () => {
  const t = useText()
  return (
    <>
      <PageHeader title={t('app.notFoundTitle')} />
      <Card>
        <EmptyState
          icon="search"
          title={t('app.notFoundHint')}
          text={t('app.notFoundText')}
          caption="404"
          actions={
            <LinkButton filled to={to.today()}>
              {t('app.toToday')}
            </LinkButton>
          }
        />
      </Card>
    </>
  )
}
