export function RaffleScreen() {
  return <h1>Raffle</h1>;
}
