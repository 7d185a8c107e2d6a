import { lazy, Suspense } from 'react'
import type { Listing } from '../../data/records/records.ts'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'

const PhotosTab = lazy(() => import('../photos/PhotosTab.tsx'))

/** Loads the grid when the tab is opened, not before. */
export const PhotosPart = ({ listing }: { listing: Listing }) => (
  <Suspense
    fallback={
      <div aria-busy="true">
        <Skeleton height={420} />
      </div>
    }
  >
    <PhotosTab listing={listing} />
  </Suspense>
)
