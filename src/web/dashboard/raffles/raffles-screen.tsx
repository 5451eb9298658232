export function RafflesScreen() {
  return <h1>Raffles</h1>;
}
