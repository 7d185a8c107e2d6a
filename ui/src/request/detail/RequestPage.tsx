import '../../offer/requestTexts.ts'
import { useParams } from 'react-router-dom'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { readStatus } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useRequest } from '../useRequest.ts'
import styles from './RequestPage.module.css'
import { RequestView } from './RequestView.tsx'

/** One request: the question, what each answer would do, and what was decided. */
const RequestPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const { data, error, refetch } = useRequest(id)
  if (data) return <RequestView key={id} request={data} />
  if (!error)
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton height={72} />
        <Skeleton height={220} />
        <Skeleton height={280} />
      </div>
    )
  const missing = readStatus(error) === 404 || readStatus(error) === 422
  return (
    <>
      <PageHeader
        title={t('request.one')}
        crumbs={[
          { label: t('request.title'), to: to.requests() },
          { label: missing ? t('request.unknown') : t('request.one') },
        ]}
      />
      <Card>
        {missing ? (
          <EmptyState
            icon="search"
            title={t('request.unknown')}
            text={t('problems.NOT_FOUND')}
            actions={
              <LinkButton filled to={to.requests()}>
                {t('request.toList')}
              </LinkButton>
            }
          />
        ) : (
          <ErrorState title={t('request.oneFailed')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </>
  )
}
export default RequestPage
