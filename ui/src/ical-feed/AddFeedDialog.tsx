import { useState } from 'react'
import { OutlinedInput } from '@mui/material'
import { readProblem } from '../data/http/problems.ts'
import type { Listing } from '../data/records/records.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Field } from '../components/form/Field.tsx'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'

export const AddFeedDialog = ({ listing, onClose }: { listing: Listing; onClose: () => void }) => {
  const t = useText()
  const saved = useSaved()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [sent, setSent] = useState('')
  const add = useCommand({
    resource: 'ical-feeds',
    onSuccess: () => {
      saved(t('icalFeed.add.done', { name: name.trim() }))
      onClose()
    },
  })
  const atUrl = readProblem(add.error)?.errors?.find(({ pointer }) => pointer === '/url')?.detail
  const missing = name.trim() === '' || url.trim() === '' ? t('icalFeed.add.missing') : undefined
  return (
    <FormDialog
      title={t('icalFeed.add.title')}
      submit={t('icalFeed.add.submit')}
      close={t('icalFeed.keep')}
      missing={missing}
      pending={add.pending}
      error={atUrl === undefined ? add.error : null}
      onSubmit={() => {
        setSent(url)
        add.run({ body: { listingId: listing.id, name: name.trim(), url: url.trim() } })
      }}
      onClose={onClose}
    >
      <Field label={t('icalFeed.add.name')} help={t('icalFeed.add.nameHelp')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            value={name}
            onChange={({ target }) => setName(target.value)}
            inputProps={{ ...field, maxLength: 60 }}
          />
        )}
      </Field>
      <Field
        label={t('icalFeed.add.url')}
        help={t('icalFeed.add.urlHelp')}
        error={atUrl !== undefined && sent === url ? t('icalFeed.add.wrong', { detail: atUrl }) : undefined}
      >
        {({ error, ...field }) => (
          <OutlinedInput
            error={error}
            type="url"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
            inputProps={{ ...field, maxLength: 2000, autoComplete: 'off', spellCheck: false }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
