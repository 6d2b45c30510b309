/** The dialog in which a candidate chooses which questions to download, and in which format. */
import { useEffect, useState } from 'react'
import { questionLanguages } from '#exam/question-language.ts'
import { flashcardFormats, flashcardsMax, type FlashcardFormat } from '#exam/flashcards.ts'
import { downloadFlashcards } from '#web/flashcards/download-flashcards.ts'
import { flashcardSets, type FlashcardSet, type FlashcardSets } from '#web/flashcards/flashcard-sets.ts'
import type { DeviceOwner } from '#web/sync/index.ts'
import { flashcards } from '#text/flashcards.ts'
import { questionLanguage } from '#text/question-language.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { useQuestionLanguage } from '#web/ui/question-language-setting.ts'
import { Notice } from '#web/ui/notice.tsx'

export type FlashcardsDialogProps = {
  certificationId: string
  owner: DeviceOwner
  /** A finished attempt in the account, whose versions of the questions are used. */
  attemptId?: string | undefined
  readSets: () => FlashcardSets | Promise<FlashcardSets>
  isOpen: boolean
  onClose: () => void
}

type Outcome = { verdict: 'right' | 'wrong'; text: string }

export function FlashcardsDialog({ certificationId, owner, attemptId, readSets, isOpen, onClose }: FlashcardsDialogProps) {
  const [sets, setSets] = useState<FlashcardSets>()
  const [chosen, setChosen] = useState<FlashcardSet>()
  const [format, setFormat] = useState<FlashcardFormat>('apkg')
  const [language, chooseLanguage] = useQuestionLanguage()
  // Only candidates who read questions in French can choose the language.
  const [readsTranslations] = useState(language !== 'en')
  const [outcome, setOutcome] = useState<Outcome>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (!isOpen || sets) return
    let isShown = true
    const fail = () => isShown && setOutcome({ verdict: 'wrong', text: flashcards.notRead })
    Promise.resolve(readSets()).then((read) => isShown && setSets(read), fail)
    return () => {
      isShown = false
    }
  }, [isOpen, sets, readSets])
  const first = flashcardSets.find((set) => sets?.[set]?.length)
  const set = chosen ?? first
  const ids = (set && sets?.[set]) ?? []

  const close = () => {
    setOutcome(undefined)
    setSets(undefined)
    setChosen(undefined)
    onClose()
  }
  const download = async () => {
    setBusy(true)
    setOutcome(undefined)
    const questionIds = ids.slice(0, flashcardsMax)
    const result = await downloadFlashcards(owner, {
      certificationId,
      format,
      questionIds,
      ...(language !== 'en' && { language }),
      ...(attemptId !== undefined && { attemptId }),
    })
    setBusy(false)
    if (!result.ok) return setOutcome({ verdict: 'wrong', text: result.message })
    const left = questionIds.length - result.cardCount
    setOutcome({ verdict: 'right', text: `${flashcards.saved(result.cardCount, left)} ${flashcards.howToOpen[format]}` })
  }

  return (
    <Dialog
      title={flashcards.title}
      isOpen={isOpen}
      onClose={close}
      isBusy={isBusy}
      foot={
        <>
          <button className="button" data-kind="quiet" type="button" disabled={isBusy} onClick={close}>
            {outcome?.verdict === 'right' ? flashcards.close : flashcards.cancel}
          </button>
          {set && (
            <BusyButton
              kind="primary"
              isBusy={isBusy}
              label={flashcards.download}
              busy={flashcards.downloading}
              onPress={() => void download()}
            />
          )}
        </>
      }
    >
      <div className="body flow flashcards-form">
        {outcome && <Notice verdict={outcome.verdict}>{outcome.text}</Notice>}
        {!sets && !outcome && (
          <p className="row delayed" role="status">
            <span className="spinner" /> {flashcards.reading}
          </p>
        )}
        {sets && !set && <p>{flashcards.nothing}</p>}
        {sets && set && (
          <>
            <FieldGroup label={flashcards.sets} hint={ids.length > flashcardsMax ? flashcards.tooMany(flashcardsMax) : undefined}>
              {flashcardSets.map((one) => {
                const count = sets[one]?.length
                return (
                  count !== undefined && (
                    <label key={one} className="check">
                      <input
                        type="radio"
                        name="flashcard-set"
                        checked={one === set}
                        disabled={count === 0}
                        onChange={() => setChosen(one)}
                      />{' '}
                      <span>{flashcards.setNames[one](count)}</span>
                    </label>
                  )
                )
              })}
            </FieldGroup>
            <FieldGroup label={flashcards.format}>
              {flashcardFormats.map((one) => (
                <label key={one} className="check">
                  <input type="radio" name="flashcards-format" checked={one === format} onChange={() => setFormat(one)} />{' '}
                  <span>
                    {flashcards.formats[one].name}
                    <small>{flashcards.formats[one].hint}</small>
                  </span>
                </label>
              ))}
            </FieldGroup>
            {readsTranslations && (
              <FieldGroup label={questionLanguage.titleOfAll} hint={questionLanguage.rest}>
                {questionLanguages.map((one) => (
                  <label key={one} className="check">
                    <input type="radio" name="flashcards-language" checked={one === language} onChange={() => chooseLanguage(one)} />{' '}
                    <span lang={one === 'fr' ? one : undefined}>{questionLanguage.names[one]}</span>
                  </label>
                ))}
              </FieldGroup>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
