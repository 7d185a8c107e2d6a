import { CopyButton } from '../../components/action/CopyButton.tsx'
import { HiddenNote } from '../../components/feedback/HiddenNote.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { RequestStatus } from '../RequestStatus.tsx'
import { useRequestTitle } from '../useRequestTitle.ts'
import { AlterationRequest } from './AlterationRequest.tsx'
import { BookingRequest } from './BookingRequest.tsx'
import { ExpenseRequest } from './ExpenseRequest.tsx'
import { RequestHistory } from './RequestHistory.tsx'
import { Question } from './Question.tsx'
import { RefundRequest } from './RefundRequest.tsx'
import styles from './RequestPage.module.css'
import { ServiceRequest } from './ServiceRequest.tsx'

/** What is beside and below the question of each kind: what an answer does, and its buttons. */
const ANSWERS = {
  booking_request: BookingRequest,
  alteration: AlterationRequest,
  refund_waiver: RefundRequest,
  service: ServiceRequest,
  expense_approval: ExpenseRequest,
} as const satisfies Readonly<Record<RequestRecord['kind'], unknown>>

export const RequestView = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const titleOf = useRequestTitle()
  const listing = useListings([request.listingId]).get(request.listingId)
  const Answer = ANSWERS[request.kind]
  return (
    <>
      <PageHeader
        title={titleOf(request)}
        crumbs={[{ label: t('request.title'), to: to.requests() }, { label: request.code }]}
        aside={
          <>
            <RequestStatus request={request} />
            <CopyButton quiet text={request.code} label={request.code} />
          </>
        }
      />
      <HiddenNote of={['booking.details', 'booking.money']} />
      <div className={styles['columns']}>
        <div className={styles['question']}>
          <Question request={request} listing={listing} />
        </div>
        <Answer request={request} />
        <div className={styles['history']}>
          <RequestHistory request={request} />
        </div>
      </div>
    </>
  )
}
