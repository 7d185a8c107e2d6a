import { IconButton } from '@mui/material'
import { useGetList, type RaRecord } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../display/icons.tsx'
import { useLastList } from './lastList.ts'
import { useHotkey } from '../action/useHotkey.ts'

/**
 * Links to the previous and next record of the list that was open before, also across its pages; hidden when
 * the record is not in it.
 */
export const RecordPager = ({
  resource,
  id,
  pathOf,
}: {
  resource: string
  id: string
  pathOf: (id: string) => string
}) => {
  const t = useText()
  const navigate = useNavigate()
  const list = useLastList(resource)
  const page = (number: number, enabled: boolean) =>
    [
      resource,
      {
        pagination: { page: number, perPage: list?.perPage ?? 25 },
        sort: list?.sort ?? { field: 'id', order: 'ASC' as const },
        filter: list?.filter ?? {},
      },
      { enabled: enabled && list !== null && number > 0 },
    ] as const
  const here = useGetList<RaRecord>(...page(list?.page ?? 1, true))
  const index = here.data?.findIndex((row) => row.id === id) ?? -1
  const atStart = index === 0
  const atEnd = here.data !== undefined && index === here.data.length - 1
  const before = useGetList<RaRecord>(...page((list?.page ?? 1) - 1, atStart))
  const after = useGetList<RaRecord>(...page((list?.page ?? 1) + 1, atEnd && index >= 0))
  const previous = atStart ? before.data?.at(-1) : here.data?.[index - 1]
  const next = atEnd ? after.data?.[0] : here.data?.[index + 1]
  const go = (row: RaRecord | undefined) => row && void navigate(pathOf(String(row.id)))
  useHotkey('nextRecord', () => go(next))
  useHotkey('previousRecord', () => go(previous))

  if (!list || index < 0) return null
  return (
    <>
      <span className="num">
        {t('table.position', { at: (list.page - 1) * list.perPage + index + 1, total: here.total ?? 0 })}
      </span>
      <IconButton
        size="small"
        aria-label={t('table.previousRecord')}
        disabled={!previous}
        onClick={() => go(previous)}
      >
        <Icon name="up" size={16} />
      </IconButton>
      <IconButton size="small" aria-label={t('table.nextRecord')} disabled={!next} onClick={() => go(next)}>
        <Icon name="down" size={16} />
      </IconButton>
    </>
  )
}
