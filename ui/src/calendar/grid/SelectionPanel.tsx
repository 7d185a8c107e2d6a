import type { ReactNode } from 'react'
import { Drawer, IconButton, Popper } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { useHotkey } from '../../components/action/useHotkey.ts'
import styles from '../Calendar.module.css'

type Props = {
  /** Where the selection is on the screen. */
  anchor: () => DOMRect
  phone: boolean
  title: string
  detail: string
  onClose: () => void
  children: ReactNode
}

/** Moves the focus into the panel once it is placed. */
const focusFirst = (panel: HTMLElement | null) =>
  (panel?.querySelector<HTMLElement>('[data-first]') ?? panel?.querySelector('button'))?.focus({
    preventScroll: true,
  })

/**
 * A panel next to the selection, or at the bottom on a phone. It takes the focus and returns it through
 * `onClose`.
 */
export const SelectionPanel = ({ anchor, phone, title, detail, onClose, children }: Props) => {
  const t = useText()
  useHotkey('close', onClose, { inFields: true })
  const name = `${title}, ${detail}`
  const content = (
    <div
      key={name}
      ref={focusFirst}
      className={styles[phone ? 'sheet' : 'panel']}
      {...(phone ? {} : { role: 'dialog', 'aria-label': name })}
    >
      <div className={styles['panelHead']}>
        <div>
          <h2>{title}</h2>
          <p className="q num small">{detail}</p>
        </div>
        <IconButton size="small" aria-label={t('app.close')} onClick={onClose}>
          <Icon name="cross" size={16} />
        </IconButton>
      </div>
      {children}
    </div>
  )
  if (phone)
    return (
      <Drawer
        open
        anchor="bottom"
        onClose={onClose}
        slotProps={{
          paper: {
            'aria-label': name,
            sx: { borderRadius: '12px 12px 0 0', maxHeight: '85vh', backgroundColor: 'var(--raised)' },
          },
        }}
      >
        {content}
      </Drawer>
    )
  return (
    <Popper
      open
      anchorEl={{ getBoundingClientRect: anchor }}
      placement="right-start"
      sx={{ zIndex: 12 }}
      modifiers={[
        { name: 'offset', options: { offset: [0, 8] } },
        { name: 'preventOverflow', options: { altAxis: true, padding: 12 } },
        { name: 'flip', options: { fallbackPlacements: ['left-start', 'bottom', 'top'] } },
      ]}
    >
      {content}
    </Popper>
  )
}
