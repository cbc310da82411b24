/** Names of GPUs as drivers write them, without NVIDIA or Tesla, with their memory in GB: a line is a key of the price list. */
const CARDS = `
a100 80 A100-SXM4-80GB
a100-pcie 80 A100 80GB PCIe
a100-40 40 A100-SXM4-40GB
a100-pcie-40 40 A100-PCIE-40GB
a800 80 A800-SXM4-80GB
a800-pcie 80 A800 80GB PCIe
h100 80 H100 80GB HBM3
h100-pcie 80 H100 PCIe
h100-nvl 94 H100 NVL
h200 141 H200
h200-nvl 141 H200 NVL
h800 80 H800
h800-pcie 80 H800 PCIe
h20 96 H20
h20-141 141 H20-3e
gh200 96 GH200 480GB
gh200-144 144 GH200 144G HBM3e
b200 180 B200
b300 288 B300 SXM6 AC
gb200 186 GB200
gb300 288 GB300
gb10 128 GB10
l2 24 L2
l4 24 L4
l20 48 L20
l40 48 L40
l40s 48 L40S
t4 16 T4
t4g 16 T4G
a2 16 A2
a10 24 A10
a10g 24 A10G
a16 16 A16
a30 24 A30
a40 48 A40
p4 8 P4
p40 24 P40
p100 16 P100-SXM2-16GB
p100-pcie 16 P100-PCIE-16GB
p100-pcie-12 12 P100-PCIE-12GB
v100 16 V100-SXM2-16GB
v100-32 32 V100-SXM2-32GB
v100-sxm3 32 V100-SXM3-32GB
v100-pcie 16 V100-PCIE-16GB
v100-pcie-32 32 V100-PCIE-32GB
v100s 32 V100S-PCIE-32GB
k80 12 K80
m60 8 M60
a400 4 RTX A400
a1000 8 RTX A1000
a2000 6 RTX A2000
a2000-12 12 RTX A2000 12GB
a4000 16 RTX A4000
a4500 20 RTX A4500
a5000 24 RTX A5000
a5500 24 RTX A5500
a6000 48 RTX A6000
rtx-2000-ada 16 RTX 2000 Ada Generation
rtx-4000-ada 20 RTX 4000 Ada Generation
rtx-4000-sff-ada 20 RTX 4000 SFF Ada Generation
rtx-4500-ada 24 RTX 4500 Ada Generation
rtx-5000-ada 32 RTX 5000 Ada Generation
rtx-5880-ada 48 RTX 5880 Ada Generation
rtx-6000-ada 48 RTX 6000 Ada Generation
rtx-pro-2000 16 RTX PRO 2000 Blackwell
rtx-pro-4000 24 RTX PRO 4000 Blackwell
rtx-pro-4500 32 RTX PRO 4500 Blackwell
rtx-pro-5000 48 RTX PRO 5000 Blackwell
rtx-pro-5000-72 72 RTX PRO 5000 72GB Blackwell
rtx-pro-6000 96 RTX PRO 6000 Blackwell Workstation Edition
rtx-pro-6000-max-q 96 RTX PRO 6000 Blackwell Max-Q Workstation Edition
rtx-pro-6000-server 96 RTX PRO 6000 Blackwell Server Edition
quadro-rtx-4000 8 Quadro RTX 4000
quadro-rtx-5000 16 Quadro RTX 5000
quadro-rtx-6000 24 Quadro RTX 6000
quadro-rtx-8000 48 Quadro RTX 8000
quadro-gv100 32 Quadro GV100
titan-rtx 24 TITAN RTX
titan-v 12 TITAN V
titan-xp 12 TITAN Xp
1080 8 GeForce GTX 1080
1080-ti 11 GeForce GTX 1080 Ti
2070 8 GeForce RTX 2070
2080 8 GeForce RTX 2080
2080-super 8 GeForce RTX 2080 SUPER
2080-ti 11 GeForce RTX 2080 Ti
3060 12 GeForce RTX 3060
3060-8 8 GeForce RTX 3060
3060-ti 8 GeForce RTX 3060 Ti
3070 8 GeForce RTX 3070
3070-ti 8 GeForce RTX 3070 Ti
3080 10 GeForce RTX 3080
3080-12 12 GeForce RTX 3080
3080-ti 12 GeForce RTX 3080 Ti
3090 24 GeForce RTX 3090
3090-ti 24 GeForce RTX 3090 Ti
4060 8 GeForce RTX 4060
4060-ti 8 GeForce RTX 4060 Ti
4060-ti-16 16 GeForce RTX 4060 Ti
4070 12 GeForce RTX 4070
4070-super 12 GeForce RTX 4070 SUPER
4070-ti 12 GeForce RTX 4070 Ti
4070-ti-super 16 GeForce RTX 4070 Ti SUPER
4080 16 GeForce RTX 4080
4080-super 16 GeForce RTX 4080 SUPER
4090 24 GeForce RTX 4090
4090-d 24 GeForce RTX 4090 D
5060-ti 8 GeForce RTX 5060 Ti
5060-ti-16 16 GeForce RTX 5060 Ti
5070 12 GeForce RTX 5070
5070-ti 16 GeForce RTX 5070 Ti
5080 16 GeForce RTX 5080
5090 32 GeForce RTX 5090
5090-d 32 GeForce RTX 5090 D
`;

export const GPU_CARDS = CARDS.trim()
  .split("\n")
  .map((line) => {
    const [type = "", gb, ...name] = line.split(" ");
    return { type, gb: Number(gb), name: name.join(" ") };
  });
