import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useGetList } from 'react-admin'
import { useLock } from '../../session/session.ts'
import { download } from '../../data/http/download.ts'
import type { DataExport } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useNow } from '../../components/dates/useNow.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from '../Account.module.css'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { useZone } from '../useAccount.ts'
import { useAccountCommand } from '../useAccountCommand.ts'

const POLL_MS = 2_000
const MEGABYTE = 1_000_000
const formatSize = (bytes: number) =>
  bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} kB`

const PreparingLine = ({ instant }: { instant: string }) => {
  const t = useText()
  return (
    <li>
      <div role="status">
        <p>
          <StatusChip tone="info">{t('account.data.export.preparing', { instant })}</StatusChip>
        </p>
        <p className="small q">{t('account.data.export.preparingText')}</p>
        <progress
          className={styles['progress']}
          aria-label={t('account.data.export.preparing', { instant })}
        />
      </div>
    </li>
  )
}

/** An export that can be downloaded until it expires. */
const ReadyLine = ({ row, instant }: { row: DataExport; instant: string }) => {
  const t = useText()
  const zone = useZone()
  const format = useFormatDeadline()
  const saved = useSaved()
  const now = useNow(60_000)
  const fetching = useMutation({
    mutationFn: () =>
      download(`/api/data-exports/${encodeURIComponent(row.id)}/download`, 'hearth-export.zip'),
    onSuccess: () => saved(t('account.data.export.downloaded')),
  })
  const over = row.expiresAt !== null && Date.parse(row.expiresAt) <= now
  const files = t('account.data.export.files', { smart_count: row.files })
  const rows = t('account.data.export.rows', { smart_count: row.rows })
  return (
    <li>
      <div>
        <p className="strong num">
          {t('account.data.export.ready', { instant: formatInstant(row.readyAt ?? row.requestedAt, zone) })}
        </p>
        <p className="small q num">
          {t('account.data.export.size', { files, rows, size: formatSize(row.bytes) })}
        </p>
        {row.expiresAt && (
          <p className="cap c num">
            {t(over ? 'account.data.export.over' : 'account.data.export.until', {
              instant: format(row.expiresAt, zone),
            })}
          </p>
        )}
        <ProblemText error={fetching.error} />
      </div>
      {!over && (
        <div className={styles['acts']}>
          <Button
            size="small"
            loading={fetching.isPending}
            aria-label={t('account.data.export.downloadOf', { instant })}
            onClick={() => fetching.mutate()}
          >
            <Icon name="download" size={16} />
            {t('account.data.export.download')}
          </Button>
        </div>
      )}
    </li>
  )
}

const ExportLine = ({ row }: { row: DataExport }) => {
  const t = useText()
  const instant = formatInstant(row.requestedAt, useZone())
  if (row.status === 'preparing') return <PreparingLine instant={instant} />
  if (row.status !== 'withdrawn') return <ReadyLine row={row} instant={instant} />
  return (
    <li>
      <div>
        <p className="num">{instant}</p>
        <p className="small q">{t('account.data.export.withdrawn')}</p>
      </div>
    </li>
  )
}

/**
 * Copies of the account’s data, which a worker prepares and which are downloaded after identity confirmation.
 */
export const ExportCard = () => {
  const t = useText()
  const lock = useLock('account.export')
  const query = useGetList<DataExport>(
    'data-exports',
    { pagination: { page: 1, perPage: 10 }, sort: { field: 'requestedAt', order: 'DESC' }, filter: {} },
    {
      refetchInterval: ({ state }) =>
        state.data?.data?.some(({ status }) => status === 'preparing') ? POLL_MS : false,
    },
  )
  const ask = useAccountCommand('request-data-export', { said: t('account.data.export.asked') })
  const preparing = query.data?.some(({ status }) => status === 'preparing') ?? false
  return (
    <Card
      title={t('account.data.export.title')}
      action={
        lock === 'role' ? undefined : (
          <Button
            size="small"
            disabled={lock !== undefined || preparing}
            loading={ask.pending}
            onClick={() => ask.run()}
          >
            {t('account.data.export.ask')}
          </Button>
        )
      }
    >
      <div className={styles['body']}>
        <p className="q">{t('account.data.export.text')}</p>
        <ProblemText error={ask.error} />
      </div>
      <Loaded bare height={60} query={query} failed={t('account.data.failed')}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={styles['footer']}>{t('account.data.export.none')}</p>
          ) : (
            <ul className={`${styles['rows']} ${styles['ruled']}`}>
              {rows.map((row) => (
                <ExportLine key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
