/** The dialog that enlarges a figure. These texts load with the dialog. */
export const figureTexts = {
  figure: 'Figure',
  smaller: 'Smaller',
  larger: 'Larger',
  percent: (percent: number) => `${percent}%`,
  stage: (percent: number) => `Figure at ${percent} percent. Arrow keys move it.`,
  inWords: 'Description',
  noWords: 'This figure has no description.',
  back: 'Back to the Question',
}
