import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { useSees } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import calendar from '../Calendar.module.css'

const TABS = ['block', 'price'] as const
type Tab = (typeof TABS)[number]

type Props = { kind: Tab; onKind: (kind: Tab) => void; children: ReactNode }

/**
 * Block or Price; the arrow keys change the tab and take the focus with them. Those who do not see prices have
 * no tabs.
 */
export const PanelTabs = ({ kind, onKind, children }: Props) => {
  const t = useText()
  const id = useId()
  if (!useSees('listing.price')) return children
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const other = kind === 'block' ? 'price' : 'block'
    onKind(other)
    document.getElementById(`${id}-${other}`)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={t('calendar.price.tabs')}
        className={`${calendar['segments']} ${calendar['tabs']}`}
        onKeyDown={onKeyDown}
      >
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === kind}
            aria-controls={`${id}-panel`}
            tabIndex={tab === kind ? 0 : -1}
            onClick={() => onKind(tab)}
          >
            {t(`calendar.price.tab.${tab}`)}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${kind}`}
        className={calendar['tabPanel']}
      >
        {children}
      </div>
    </>
  )
}
