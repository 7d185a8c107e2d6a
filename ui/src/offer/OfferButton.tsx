import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'

const OfferDialog = lazy(() => import('./OfferDialog.tsx'))

/** Opens the offer of another stay. `label` is in the words of its page. */
export const OfferButton = ({
  bookingId,
  counteredId = null,
  label,
}: Readonly<{ bookingId: string; counteredId?: string | null; label: string }>) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <OfferDialog bookingId={bookingId} counteredId={counteredId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
