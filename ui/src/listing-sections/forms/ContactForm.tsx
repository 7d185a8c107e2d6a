import { useState } from 'react'
import { Button } from '@mui/material'
import { CONTACT_CODE_TRIES, type Contact } from '@hearth/contracts/onboarding'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { CodeField } from '../../components/form/CodeField.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useNow } from '../../components/dates/useNow.ts'
import styles from '../fields/Form.module.css'
import type { FormProps } from '../fields/formProps.ts'
import { useReadOnlyAnswers } from '../fields/readOnlyAnswers.ts'
import { SectionCards } from './SectionCards.tsx'

const CONTACTS = ['primary', 'backup'] as const

/** The code that was sent to the phone. */
const CodeForm = ({
  which,
  listingId,
  name,
  phoneEnd,
  wrongTries,
  focused,
  verify,
}: {
  which: Contact
  listingId: string
  name: string
  phoneEnd: string
  wrongTries: number
  focused: boolean
  verify: ReturnType<typeof useCommand>
}) => {
  const t = useText()
  return (
    <form
      style={{ display: 'grid', gap: 10, maxWidth: 320 }}
      aria-label={t('onboarding.contacts.codeOf', { name })}
      onSubmit={(event) => {
        event.preventDefault()
        verify.run({
          record: { id: listingId },
          body: {
            contact: which,
            code: String(new FormData(event.currentTarget).get('code') ?? '').trim(),
          },
        })
      }}
    >
      <p className="small q">
        {t('onboarding.contacts.sent', { end: phoneEnd })}
        {wrongTries > 0
          ? ` ${t('onboarding.contacts.left', { smart_count: CONTACT_CODE_TRIES - wrongTries })}`
          : ''}
      </p>
      <CodeField digitsOnly focused={focused} />
      <ProblemText error={verify.error} />
      <div>
        <Button type="submit" variant="contained" color="primary" loading={verify.pending}>
          {t('onboarding.contacts.verify')}
        </Button>
      </div>
    </form>
  )
}

/** Sends a code to a contact's phone and takes it, so that the number is verified. */
const Verification = ({ which, listingId, editor, onboarding }: FormProps & { which: Contact }) => {
  const t = useText()
  const now = new Date(useNow(5_000)).toISOString()
  const [opened, setOpened] = useState(false)
  const person = editor.fields?.[which] as Readonly<{ name?: string; phone?: string }> | null | undefined
  const known = onboarding?.contacts[which]
  const on = { resource: 'onboarding' as const }
  const send = useCommand({ ...on, verb: 'send-contact-code', onSuccess: () => setOpened(true) })
  const verify = useCommand({ ...on, verb: 'verify-contact', onSuccess: () => setOpened(false) })
  const name = person?.name ?? t(`onboarding.contacts.${which}`)
  if (known?.verified === true && editor.state === 'saved' && person?.phone != null)
    return (
      <p className="small">
        <Icon name="check" size={16} color="var(--ok)" style={{ verticalAlign: 'text-bottom' }} />{' '}
        {t('onboarding.contacts.verified', { name })}
      </p>
    )
  const isOpen = known?.codeExpiresAt != null && known.codeExpiresAt > now
  const waiting =
    person?.phone == null
      ? t('onboarding.contacts.noNumber', { name })
      : editor.state === 'saved'
        ? undefined
        : t('onboarding.page.saveFirst')
  return (
    <div style={{ display: 'grid', gap: 10, justifyItems: 'start' }}>
      <div className={styles['actions']} style={{ alignItems: 'center' }}>
        <Button
          disabled={waiting !== undefined}
          loading={send.pending}
          onClick={() => send.run({ record: { id: listingId }, body: { contact: which } })}
          aria-label={t(isOpen ? 'onboarding.contacts.again' : 'onboarding.contacts.send', { name })}
        >
          {t(isOpen ? 'onboarding.contacts.again' : 'onboarding.contacts.send', { name })}
        </Button>
        {waiting !== undefined && <span className="small q">{waiting}</span>}
      </div>
      <ProblemText error={send.error} />
      {(isOpen || opened) && (
        <CodeForm
          which={which}
          listingId={listingId}
          name={name}
          phoneEnd={person?.phone?.slice(-2) ?? ''}
          wrongTries={known?.wrongTries ?? 0}
          focused={opened}
          verify={verify}
        />
      )}
    </div>
  )
}

/** The contacts for guests, and the verification of their phone numbers. */
export const ContactForm = (props: FormProps) => {
  const t = useText()
  const readOnly = useReadOnlyAnswers()
  return (
    <>
      <SectionCards {...props} section="contact" />
      {props.onboarding !== undefined && !readOnly && (
        <Card title={t('onboarding.contacts.title')}>
          <div className={styles['fields']}>
            {CONTACTS.map((which) => (
              <Verification key={which} {...props} which={which} />
            ))}
          </div>
        </Card>
      )}
    </>
  )
}
