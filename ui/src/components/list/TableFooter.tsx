import type { ReactNode } from 'react'
import { IconButton } from '@mui/material'
import { useListContext } from 'react-admin'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../form/Checkbox.tsx'
import styles from './ListTable.module.css'
import { Icon } from '../display/icons.tsx'

type Selection = Readonly<{ count: number; actions: ReactNode; summary: ReactNode; clear: () => void }>

/**
 * The range of the shown rows and the pager. While rows are selected, their actions replace the range at the
 * same height.
 */
export const TableFooter = ({ selection = null }: { selection?: Selection | null }) => {
  const t = useText()
  const { page, perPage, total = 0, setPage, hasNextPage, hasPreviousPage } = useListContext()
  const shown = total === 0 ? '0' : `${(page - 1) * perPage + 1} – ${Math.min(page * perPage, total)}`
  return (
    <div
      className={`${styles['footer']} ${selection ? styles['bulk'] : ''}`}
      role={selection ? 'toolbar' : undefined}
      aria-label={selection ? t('table.bulk') : undefined}
      data-print="hide"
    >
      {selection && (
        <>
          <Checkbox label={t('table.clear')} checked mixed onChange={selection.clear} />
          <b className={styles['count']} role="status">
            {t('table.selected', { smart_count: selection.count })}
          </b>
          {selection.actions}
        </>
      )}
      <span className="grow" />
      {selection?.summary}
      <span className={`num ${styles['pages']}`}>{t('table.shown', { shown, total })}</span>
      <IconButton
        size="small"
        aria-label={t('table.previous')}
        disabled={!hasPreviousPage}
        onClick={() => setPage(page - 1)}
      >
        <Icon name="left" size={16} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('table.next')}
        disabled={!hasNextPage}
        onClick={() => setPage(page + 1)}
      >
        <Icon name="right" size={16} />
      </IconButton>
    </div>
  )
}
