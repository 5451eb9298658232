import { texts } from '../../common/language.js';

export const CHECK_TEXTS = texts({
  'pt-BR': {
    title: 'Confira você mesmo',
    lead: 'O seu navegador baixa a prova, refaz o sorteio do começo ao fim e compara com o que está publicado aqui. A conta roda no seu aparelho, sem falar com ninguém.',
    start: 'Conferir no meu navegador',
    again: 'Conferir de novo',
    stop: 'Parar',
    download: 'Baixar a prova',
    size: (size: string) => `Baixa ${size}.`,
    sizeUnknown: 'Tamanho do arquivo: não informado. De uma rifa com muitas caixas premiadas pode ter dezenas de megabytes.',
    loading: (size: string) => `Baixando a prova: ${size} até agora…`,
    computing: (size: string) => `Refazendo o sorteio a partir de ${size} de dados…`,
    proved: 'Provado: tudo confere.',
    holdsByLottery: 'Tudo confere com os resultados digitados.',
    holdsPrivately: 'Tudo confere, mas a fonte do sorteio não é pública.',
    notProved: 'NÃO provado.',
    allHold: (count: number, seconds: string) => `Os ${count} passos conferem. Levou ${seconds} s neste aparelho.`,
    someFail: (failed: number, count: number, seconds: string) =>
      `${failed === 1 ? 'Um passo não confere' : `${failed} passos não conferem`}, de ${count}. Levou ${seconds} s neste aparelho.`,
    privateChain:
      'Quem tem a chave dessa fonte podia saber o resultado antes. Por isso este sorteio nada prova a um estranho; é assim em ambientes de teste.',
    compareLottery:
      'Falta só uma coisa, que uma conta não vê: compare os cinco resultados do concurso com os que a Loteria Federal publicou.',
    whatToDo:
      'Tente de novo: o arquivo pode ter chegado com defeito. Se continuar, guarde a prova baixada e mostre a quem confia, pois ela diz onde está o erro.',
    open: 'Abra um passo para ver os detalhes técnicos, em inglês.',
    steps: 'Passos da conferência',
    keptBefore: 'Este navegador viu o registro congelado antes do sorteio, e o comparou.',
    notKept:
      'O que uma prova não mostra é quando o registro congelado foi publicado: compare a impressão digital dele com a que você, ou alguém em quem confia, viu antes do sorteio.',
    trust:
      'O programa que fez esta conta veio deste mesmo site; quem não quer confiar nele confere em outro lugar, como esta página explica.',
  },
  en: {
    title: 'Check it yourself',
    lead: 'Your browser loads the proof, does the draw again from beginning to end, and compares it with what is published here. The calculation runs on your device and talks to nobody.',
    start: 'Check it in my browser',
    again: 'Check again',
    stop: 'Stop',
    download: 'Download the proof',
    size: (size: string) => `It loads ${size}.`,
    sizeUnknown: 'Size of the file: not told. Of a raffle with many prize boxes it may be tens of megabytes.',
    loading: (size: string) => `Loading the proof: ${size} so far…`,
    computing: (size: string) => `Doing the draw again from ${size} of data…`,
    proved: 'Proved: everything holds.',
    holdsByLottery: 'Everything holds with the results as they were typed in.',
    holdsPrivately: 'Everything holds, but the source of the draw is not public.',
    notProved: 'NOT proved.',
    allHold: (count: number, seconds: string) => `All ${count} steps hold. It took ${seconds} s on this device.`,
    someFail: (failed: number, count: number, seconds: string) =>
      `${failed === 1 ? 'One step does not hold' : `${failed} steps do not hold`}, of ${count}. It took ${seconds} s on this device.`,
    privateChain:
      "Who has this source's key could know the result beforehand. So this draw proves nothing to a stranger; it is like this where things are tried out.",
    compareLottery:
      'One thing is left that no calculation sees: compare the five results of the contest with those that the federal lottery published.',
    whatToDo:
      'Try again: the file may have been damaged on its way. If it stays like this, keep the proof and show it to somebody you trust, for it says where the fault is.',
    open: 'Open a step to see its technical details.',
    steps: 'Steps of the check',
    keptBefore: 'This browser saw the frozen record before the draw, and compared it.',
    notKept:
      'What a proof cannot show is when the frozen record was published: compare its fingerprint with the one that you, or somebody you trust, saw before the draw.',
    trust:
      'The program that did this came from this very site; who does not want to trust it checks elsewhere, as this page explains.',
  },
});
