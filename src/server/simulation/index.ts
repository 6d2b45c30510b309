/** The public API of this area. */
export { findLatestSimulation, findSheet, readExtraTime, simulationMaintenance, startSimulation } from './simulations.ts'
