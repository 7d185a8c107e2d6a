import { lazy, Suspense } from 'react'
import type { Listing } from '../data/records/records.ts'
import { Skeleton } from '../components/list/TableSkeleton.tsx'

const Feeds = lazy(() => import('./Feeds.tsx'))

/** Calendars that a listing imports, and its own for export; loaded when the tab is opened. */
export const FeedsPart = ({ listing }: { listing: Listing }) => (
  <Suspense
    fallback={
      <div aria-busy="true">
        <Skeleton height={240} />
      </div>
    }
  >
    <Feeds listing={listing} />
  </Suspense>
)
