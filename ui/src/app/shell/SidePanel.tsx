import type { ReactNode } from 'react'
import { Drawer, IconButton, useMediaQuery } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import styles from './SidePanel.module.css'

type Props = { title: string; actions?: ReactNode; onClose: () => void; children: ReactNode }

/** A panel of the app bar: at the right edge, or from the bottom on a phone. */
export const SidePanel = ({ title, actions, onClose, children }: Props) => {
  const t = useText()
  const phone = useMediaQuery('(max-width: 700px)', { noSsr: true })
  return (
    <Drawer
      open
      anchor={phone ? 'bottom' : 'right'}
      onClose={onClose}
      slotProps={{
        paper: {
          className: styles[phone ? 'sheet' : 'side'] ?? '',
          role: 'dialog',
          'aria-modal': true,
          'aria-label': title,
        },
      }}
    >
      <header className={styles['head']}>
        <h2>{title}</h2>
        <span className="grow" />
        {actions}
        <IconButton aria-label={t('app.close')} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </header>
      {children}
    </Drawer>
  )
}
