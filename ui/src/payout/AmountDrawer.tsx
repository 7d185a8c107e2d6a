import { useEffect, useRef, type ReactNode } from 'react'
import { Drawer, IconButton, useMediaQuery } from '@mui/material'
import { useText } from '../i18n/text.ts'
import { useHotkey } from '../components/action/useHotkey.ts'
import { Icon } from '../components/display/icons.tsx'
import styles from './AmountDrawer.module.css'

type Props = {
  title: string
  amount?: ReactNode
  detail?: ReactNode
  onClose: () => void
  children: ReactNode
}

const Inside = ({ title, amount, detail, onClose, children }: Props) => {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus to the drawer, so that keyboard users continue there.
  useEffect(() => heading.current?.focus(), [title])
  return (
    <>
      <header className={styles['head']}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {amount !== undefined && <p className={`${styles['amount']} num`}>{amount}</p>}
          {detail !== undefined && <p className="q small num">{detail}</p>}
        </div>
        <span className="grow" />
        <IconButton aria-label={t('payout.drawer.close')} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </header>
      <div className={styles['body']} role="region" aria-label={t('payout.drawer.lines')}>
        {children}
      </div>
    </>
  )
}

/** Explains an amount: beside the page where there is room, else above it; a bottom sheet on a phone. */
export const AmountDrawer = (props: Props) => {
  const wide = useMediaQuery('(min-width: 1200px)', { noSsr: true })
  const phone = useMediaQuery('(max-width: 700px)', { noSsr: true })
  const { onClose, title } = props
  useHotkey('close', onClose, { inFields: true, enabled: wide })
  if (wide)
    return (
      <aside className={styles['drawer']} aria-label={title}>
        <Inside {...props} />
      </aside>
    )
  return (
    <Drawer
      open
      anchor={phone ? 'bottom' : 'right'}
      onClose={onClose}
      slotProps={{
        paper: { className: styles['over'] ?? '', role: 'dialog', 'aria-modal': true, 'aria-label': title },
      }}
    >
      <Inside {...props} />
    </Drawer>
  )
}
