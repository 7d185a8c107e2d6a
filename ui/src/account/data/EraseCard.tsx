import { useState } from 'react'
import { Select } from '@mui/material'
import { useGetList } from 'react-admin'
import type { Erasure } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { CopyButton } from '../../components/action/CopyButton.tsx'
import { Field } from '../../components/form/Field.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from '../Account.module.css'
import { GuestPicker } from './GuestPicker.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { TypedConfirm } from '../TypedConfirm.tsx'
import { memberName, useMembers, useZone } from '../useAccount.ts'

type Subject = Readonly<{ kind: 'guest' | 'member'; subjectId: string; name: string }>
const LINES = ['key', 'numbers', 'exports', 'forever'] as const

const MemberPicker = ({
  chosen,
  onChange,
}: {
  chosen: string | undefined
  onChange: (subject: Subject | null) => void
}) => {
  const t = useText()
  const query = useMembers(['removed', 'left', 'withdrawn'])
  return (
    <Loaded bare height={40} query={query} failed={t('account.data.failed')}>
      {(members) =>
        members.length === 0 ? (
          <p className="q">{t('account.data.erase.noMembers')}</p>
        ) : (
          <Field label={t('account.data.erase.member')}>
            {({ error: _error, ...field }) => (
              <Select
                native
                value={chosen ?? ''}
                onChange={({ target }) => {
                  const member = members.find(({ id }) => id === target.value)
                  onChange(member ? { kind: 'member', subjectId: member.id, name: memberName(member) } : null)
                }}
                inputProps={field}
              >
                <option value="">{t('account.data.erase.choose')}</option>
                {members.map((member) => (
                  <option key={member.id} value={member.id}>
                    {memberName(member)}, {member.email}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )
      }
    </Loaded>
  )
}

const ErasureLine = ({ row: { id, kind, status, requestedAt, keyDestroyedAt } }: { row: Erasure }) => {
  const t = useText()
  const zone = useZone()
  return (
    <li>
      <div>
        <p>
          <span className="strong">{t(`account.data.erase.kind.${kind}`)}</span>{' '}
          <StatusChip tone={status === 'done' ? 'ok' : 'info'} plain>
            {status === 'done' && keyDestroyedAt !== null
              ? t('account.data.erase.done', { instant: formatInstant(keyDestroyedAt, zone) })
              : t('account.data.erase.running', { instant: formatInstant(requestedAt, zone) })}
          </StatusChip>
        </p>
      </div>
      <div className={styles['acts']}>
        <CopyButton quiet text={id} label={t('account.data.erase.proof', { id: id.slice(-8) })} />
      </div>
    </li>
  )
}

type Kind = Subject['kind']

const KindChoice = ({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) => {
  const t = useText()
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['legend']}>{t('account.data.erase.who')}</legend>
      {(['guest', 'member'] as const).map((each) => (
        <label key={each}>
          <input type="radio" name="subject" checked={kind === each} onChange={() => onChange(each)} />
          {t(`account.data.erase.${each}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Who is erased, what that means, and the name typed as the confirmation. */
const EraseForm = () => {
  const t = useText()
  const [kind, setKind] = useState<Kind>('guest')
  const [subject, setSubject] = useState<Subject | null>(null)
  return (
    <div className={styles['body']}>
      <p className="q">{t('account.data.erase.text')}</p>
      <KindChoice
        kind={kind}
        onChange={(other) => {
          setKind(other)
          setSubject(null)
        }}
      />
      {kind === 'guest' ? (
        <GuestPicker
          chosen={subject?.subjectId}
          onChange={(guest) => setSubject({ kind, subjectId: guest.guestRef, name: guest.name })}
        />
      ) : (
        <div>
          <MemberPicker chosen={subject?.subjectId} onChange={setSubject} />
        </div>
      )}
      <div>
        <h3>{t('account.data.erase.consequences')}</h3>
        <ul className={styles['bullets']} style={{ marginTop: 8 }}>
          {LINES.map((line) => (
            <li key={line}>{t(`account.data.erase.lines.${line}`)}</li>
          ))}
        </ul>
      </div>
      <TypedConfirm
        key={subject?.subjectId ?? ''}
        verb="erase-subject"
        capability="account.erase"
        word={subject?.name}
        body={subject && { kind: subject.kind, subjectId: subject.subjectId }}
        type={t('account.data.erase.type')}
        toConfirm={t('account.data.erase.toConfirm')}
        submit={t('account.data.erase.submit')}
        missing={t(subject ? 'account.data.erase.missingText' : 'account.data.erase.missing')}
        said={t('account.data.erase.asked')}
        onDone={() => setSubject(null)}
      />
    </div>
  )
}

/** Erases a guest or a former member permanently, and lists earlier erasures. */
export const EraseCard = () => {
  const t = useText()
  const erasures = useGetList<Erasure>('erasures', {
    pagination: { page: 1, perPage: 25 },
    sort: { field: 'requestedAt', order: 'DESC' },
    filter: {},
  })
  return (
    <Card title={t('account.data.erase.title')}>
      <EraseForm />
      <h3 className={styles['heading']}>{t('account.data.erase.log')}</h3>
      <Loaded bare height={40} query={erasures} failed={t('account.data.failed')}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={`${styles['body']} q`}>{t('account.data.erase.none')}</p>
          ) : (
            <ul className={styles['rows']}>
              {rows.map((row) => (
                <ErasureLine key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
