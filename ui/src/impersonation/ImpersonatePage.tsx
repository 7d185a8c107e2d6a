import { useLock } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import { ActiveCard } from './ActiveCard.tsx'
import { ApproveCard } from './ApproveCard.tsx'
import styles from './Impersonate.module.css'
import { ImpersonateForm } from './ImpersonateForm.tsx'
import { MineCard } from './MineCard.tsx'
import { useOpenImpersonations } from './useImpersonations.ts'
import '../i18n/lazy/impersonation.ts'

const Lists = () => {
  const t = useText()
  const { data, error, refetch } = useOpenImpersonations()
  if (!data)
    return (
      <Card>
        {error ? (
          <ErrorState title={t('impersonation.lists.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={t('impersonation.lists.loading')} rows={4} />
        )}
      </Card>
    )
  return (
    <>
      <MineCard rows={data} />
      <ApproveCard rows={data} />
      <ActiveCard rows={data} />
    </>
  )
}

/** Staff request impersonations here, others approve them, and everyone sees the active ones. */
const ImpersonatePage = () => {
  const t = useText()
  const mayView = useLock('impersonation.look') === undefined
  return (
    <>
      <PageHeader title={t('impersonation.title')} />
      <div className={styles['columns']}>
        {mayView ? (
          <ImpersonateForm />
        ) : (
          <Card>
            <EmptyState
              icon="lock"
              title={t('impersonation.denied.title')}
              text={t('impersonation.denied.text')}
              actions={
                <LinkButton filled to={to.reports({ report: 'impersonations' })}>
                  {t('impersonation.denied.toReport')}
                </LinkButton>
              }
              caption="403"
            />
          </Card>
        )}
        <div className={styles['lists']}>
          <Lists />
        </div>
      </div>
    </>
  )
}
export default ImpersonatePage
