import { lazy, Suspense } from 'react'
import { ReviewReport } from '../../onboarding/review/ReviewReport.tsx'

const EditQueue = lazy(() => import('../../listing/details/EditQueue.tsx'))
const SafetyQueue = lazy(() => import('../../listing/details/SafetyQueue.tsx'))

/** Listings that wait for staff: in onboarding, for a safety check, and with changes to approve. */
const ListingsReport = () => (
  <ReviewReport>
    <Suspense fallback={null}>
      <SafetyQueue />
      <EditQueue />
    </Suspense>
  </ReviewReport>
)
export default ListingsReport
