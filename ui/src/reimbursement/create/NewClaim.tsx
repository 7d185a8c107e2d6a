import '../texts.ts'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import { Icon } from '../../components/display/icons.tsx'
import { useText } from '../../i18n/text.ts'

const NewClaimDialog = lazy(() => import('./NewClaimDialog.tsx'))

/** The button that begins a claim. */
export const NewClaim = () => {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="contained" color="primary" onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} />
        {t('reimbursement.create.button')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <NewClaimDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
