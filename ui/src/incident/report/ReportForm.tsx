import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@mui/material'
import { INCIDENT_CATEGORIES, SEVERITIES, MAX_EVIDENCE, type Severity } from '@hearth/contracts/incident'
import { browserZone, findInstant, zoneName } from '../../components/dates/localDate.ts'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { CheckboxField } from '../../components/form/fields/CheckboxField.tsx'
import { DateField } from '../../components/form/fields/DateField.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { TimeField } from '../../components/form/fields/TimeField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import type { useCommand } from '../../data/commands/useCommand.ts'
import { uploadIncidentEvidence } from '../../data/http/upload.ts'
import { useAllListings } from '../../data/queries/useAllListings.ts'
import type { Listing } from '../../data/records/records.ts'
import { useDraftFiles, type DraftFiles } from '../../data/useDraftFiles.ts'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { checkFile, EvidenceFiles } from '../EvidenceFiles.tsx'
import { useSeverityTime } from '../useSeverityTime.ts'
import { Consequences } from './Consequences.tsx'
import { EmergencyBanner } from './EmergencyBanner.tsx'
import styles from './Report.module.css'
import {
  readClock,
  REPORT_DRAFT,
  severityOf,
  zReport,
  type ReportDraft,
  type ReportValues,
} from './reportDraft.ts'
import { useStays } from './useStays.ts'
import { YourReports } from './YourReports.tsx'

/** What is sent: the body of the command, for the account of the listing. */
export type Report = Readonly<{ account: string; body: unknown }>

type Props = Readonly<{
  draft: ReportDraft
  command: ReturnType<typeof useCommand>
  onValues: (values: ReportValues) => void
  /** Files that are not uploaded yet follow it. */
  onSend: (report: Report) => void
}>

const useReportForm = (
  { draft, command, onValues, onSend }: Props,
  listings: readonly Listing[],
  files: DraftFiles,
) => {
  const form = useCommandForm({
    schema: zReport,
    values: draft.values,
    command,
    send: ({ date, time, peopleHurt, police, fire, reference, severity, ...report }) => {
      const listing = listings.find(({ id }) => id === report.listingId)
      if (listing === undefined) return
      const body = {
        ...report,
        severity: Number(severity),
        occurredAt: findInstant(date, time, listing.timezone),
        peopleHurt: peopleHurt === 'yes',
        authorities: { police, fire, reference },
        fileIds: files.all.flatMap(({ fileId }) => fileId ?? []),
      }
      onSend({ account: listing.hostAccountId, body })
    },
    mode: 'onSubmit',
  })
  const { values, set } = form
  const keep = useEffectEvent((_written: string) => onValues(values))
  const written = JSON.stringify(values)
  useEffect(() => keep(written), [written])
  // The kind sets the severity, until the person raises it.
  const byKind = severityOf(values)
  const before = useRef(byKind)
  useEffect(() => {
    if (byKind === undefined || (byKind === before.current && values.severity !== '')) return
    before.current = byKind
    set({ severity: String(byKind) })
  }, [byKind, set, values.severity])
  return { form, byKind }
}
type ReportFormState = ReturnType<typeof useReportForm>

const WhereAndWhen = ({
  form: { control, set },
  listings,
  listing,
  onListing,
}: Readonly<{
  form: ReportFormState['form']
  listings: readonly Listing[]
  listing: Listing | undefined
  onListing: (id: string) => void
}>) => {
  const t = useText()
  const stays = useStays(listing)
  const zone = listing?.timezone ?? browserZone()
  return (
    <>
      <div className={styles['pair']}>
        <SelectField
          control={control}
          name="listingId"
          label={t('incident.report.where')}
          options={[
            { value: '', label: t('incident.report.choose') },
            ...listings.map(({ id, title, place }) => ({ value: id, label: `${title}, ${place}` })),
          ]}
          onPick={(id) => {
            onListing(id)
            const picked = listings.find((each) => each.id === id)
            if (picked) set({ bookingId: null, ...readClock(picked.timezone) })
          }}
        />
        <SelectField
          control={control}
          name="bookingId"
          label={t('incident.report.stay')}
          none={t('incident.report.noStay')}
          options={stays.map(({ id, label }) => ({ value: id, label }))}
        />
      </div>
      <div className={styles['pair']}>
        <DateField control={control} name="date" label={t('incident.report.date')} />
        <TimeField
          control={control}
          name="time"
          label={t('incident.report.time', { zone: zoneName(zone) })}
        />
      </div>
    </>
  )
}

const KindAndSeverity = ({ form: { control }, byKind }: ReportFormState) => {
  const t = useText()
  const isHost = useSession()?.account != null
  const timeOf = useSeverityTime()
  const isLowered = (severity: Severity) => byKind !== undefined && severity > byKind
  return (
    <>
      <RadioField
        control={control}
        name="category"
        label={t('incident.report.kind')}
        className={styles['picks']}
        options={INCIDENT_CATEGORIES.map((value) => ({ value, label: t(`incident.category.${value}`) }))}
      />
      <div>
        <RadioField
          control={control}
          name="severity"
          label={t('incident.report.severity')}
          className={styles['severity']}
          options={SEVERITIES.map((severity) => ({
            value: String(severity),
            label: t(`incident.severity.${severity}`),
            text: t(`incident.severityMeans.${severity}`, { time: timeOf(severity) }),
            disabled: isHost && isLowered(severity),
          }))}
        />
        <p className="small q">{t('incident.report.severityHelp')}</p>
      </div>
    </>
  )
}

const WhatHappened = ({ form: { control } }: Pick<ReportFormState, 'form'>) => {
  const t = useText()
  return (
    <>
      <TextField
        control={control}
        name="description"
        rows={4}
        label={t('incident.report.happened')}
        wrong={t('incident.report.tooShort')}
        input={{ maxLength: 5_000 }}
      />
      <div className={styles['pair']}>
        <RadioField
          control={control}
          name="peopleHurt"
          label={t('incident.report.hurt')}
          className={styles['picks']}
          options={[
            { value: 'yes', label: t('incident.report.yes') },
            { value: 'no', label: t('incident.report.no') },
          ]}
        />
        <div className={styles['called']}>
          <CheckboxField control={control} name="police" label={t('incident.report.police')} />
          <CheckboxField control={control} name="fire" label={t('incident.report.fire')} />
        </div>
      </div>
      <TextField
        control={control}
        name="reference"
        optional
        label={t('incident.report.reference')}
        note={t('incident.report.optional')}
        input={{ maxLength: 80 }}
      />
    </>
  )
}

/** The files belong to the listing that they are uploaded for: at another one they are uploaded again. */
const useEvidence = (listing: Listing | undefined) => {
  const isStaff = useSession()?.account == null
  const { id, hostAccountId } = listing ?? {}
  const files = useDraftFiles(REPORT_DRAFT, {
    max: MAX_EVIDENCE,
    check: checkFile,
    upload: async ({ key, file }) => {
      const account = isStaff ? hostAccountId : undefined
      return { fileId: (await uploadIncidentEvidence(id ?? '', file, key, account)).id }
    },
  })
  const place = useRef(id)
  const move = useEffectEvent((next: string) => {
    const isOther = place.current !== undefined && place.current !== next
    place.current = next
    if (!isOther || files.all.length === 0) return
    files.clear()
    files.restore(
      files.all.map(({ file }) => ({ key: crypto.randomUUID(), file, fileId: null, state: 'waiting' })),
    )
  })
  useEffect(() => {
    if (id !== undefined) move(id)
  }, [id])
  return files
}

const Form = (props: Props & Readonly<{ listings: readonly Listing[] }>) => {
  const t = useText()
  const { listings, draft } = props
  const [listingId, setListingId] = useState(draft.values.listingId)
  const listing = listings.find(({ id }) => id === listingId)
  const files = useEvidence(listing)
  const { form, byKind } = useReportForm(props, listings, files)
  const severity = Number(form.values.severity) as Severity | 0
  const isRefused = files.all.some(({ state }) => state === 'refused')
  const ready = form.body !== undefined && !isRefused
  return (
    <>
      <EmergencyBanner listing={listing} all={listings} />
      <CommandForm form={form} className={styles['columns']} label={t('incident.report.title')}>
        <Card>
          <div className={styles['fields']}>
            <WhereAndWhen form={form} listings={listings} listing={listing} onListing={setListingId} />
            <KindAndSeverity form={form} byKind={byKind} />
            <WhatHappened form={form} />
            {listing !== undefined && <EvidenceFiles files={files} />}
          </div>
        </Card>
        <div className={styles['aside']}>
          <Consequences listing={listing} severity={severity === 0 ? undefined : severity} />
          <YourReports />
        </div>
        <div className={styles['bar']}>
          <ProblemText error={form.error} />
          {!ready && <p className="small q">{t('incident.report.missing')}</p>}
          <Button type="submit" variant="contained" color="primary" loading={form.pending} fullWidth>
            {t('incident.report.send')}
          </Button>
          <p className="small c">{t('incident.report.never')}</p>
        </div>
      </CommandForm>
    </>
  )
}

/** The report as it is written. What is typed, and the files, stay in this browser until it is sent. */
export const ReportForm = (props: Props) => {
  const t = useText()
  const listings = useAllListings()
  return (
    <Loaded query={listings} failed={t('incident.failed')} height={640}>
      {(all) => {
        const [only] = all
        const known = props.draft.values.listingId
        const listingId = known === '' && only !== undefined && all.length === 1 ? only.id : known
        const clock = known === '' && only !== undefined && listingId !== '' ? readClock(only.timezone) : {}
        const draft = { ...props.draft, values: { ...props.draft.values, listingId, ...clock } }
        return <Form {...props} draft={draft} listings={all} />
      }}
    </Loaded>
  )
}
