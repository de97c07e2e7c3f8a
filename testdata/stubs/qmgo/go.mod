module github.com/qiniu/qmgo

go 1.26.7
