/** Three figures of what was practised in this browser. The server knows nothing of it, so they come with the script. */
import { useEffect, useState } from 'react'
import { studyFigures } from '#exam/study-time.ts'
import type { StudyFigures } from '#exam/study-time.ts'
import { readAllRuns } from '#web/exam/journal.ts'
import { profile } from '#web/text/en/profile.ts'

export function Figures() {
  const figures = useFigures()
  return (
    <>
      <dl className="figures">
        <Figure name={profile.figures.certifications} value={figures && String(figures.certifications)} />
        <Figure name={profile.figures.exams} value={figures && String(figures.finishedRuns)} />
        <Figure name={profile.figures.hours} value={figures && profile.hours(figures.activeMs)} />
      </dl>
      <p className="small">{profile.counted}</p>
    </>
  )
}

function Figure({ name, value = profile.unknown }: { name: string; value: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** `undefined` until they are read, and where the browser keeps nothing. */
function useFigures(): StudyFigures | undefined {
  const [figures, setFigures] = useState<StudyFigures>()
  useEffect(() => {
    let isShown = true
    const read = () =>
      void readAllRuns().then(
        (journals) => isShown && setFigures(studyFigures(journals)),
        () => undefined,
      )
    const readWhenSeen = () => document.visibilityState === 'visible' && read()
    read()
    document.addEventListener('visibilitychange', readWhenSeen)
    return () => {
      isShown = false
      document.removeEventListener('visibilitychange', readWhenSeen)
    }
  }, [])
  return figures
}
