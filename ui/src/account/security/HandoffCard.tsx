import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import styles from '../Account.module.css'

const HandoffDialog = lazy(() => import('../../session/HandoffDialog.tsx'))

/** Continues the session on a phone without typing a password there. */
export const HandoffCard = () => {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <Card title={t('login.handoff.title')}>
      <div className={styles['body']}>
        <p className="q">{t('account.security.handoff.text')}</p>
        <Button onClick={() => setOpen(true)}>{t('account.security.handoff.show')}</Button>
        {open && (
          <Suspense fallback={null}>
            <HandoffDialog onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </Card>
  )
}
